import type { ConfiguredProperty, Origin, PropertyExplanation } from '@toolwright/boot';
import type { InspectedApplication } from '../application/openApplication.js';
import { formatTable } from '../output/formatTable.js';
import type { Terminal } from '../output/Terminal.js';
import { type AddCommand, type ApplicationCommandOptions, applicationCommand } from './CommandContext.js';

interface ConfigOptions extends ApplicationCommandOptions {
  readonly schema?: true;
  readonly set?: true;
}

/** `toolwright config`: every known key, what it takes, its value and where that came from. */
export const addConfigCommand: AddCommand = (program, { terminal, withApplication }) => {
  applicationCommand(program, 'config', 'show every key of the configuration, its value and where it came from')
    .argument('[keys...]', 'show only these keys and what is below them')
    .option('--set', 'show only keys that something sets')
    .option('--schema', 'print a JSON Schema of all keys, for editors')
    .action(async (keys: readonly string[], options: ConfigOptions) => {
      await withApplication(options, async (application) => {
        const { boot, context } = application;
        if (options.schema) {
          terminal.json(boot.configurationSchema(context.propertiesClasses, context.otherKeys));
          return;
        }
        const properties = describe(application, keys, options.set === true);
        if (options.json) terminal.json(toJson(application, properties));
        else terminal.out(toText(terminal, application, properties));
      });
    });
};

function describe(
  { boot, context }: InspectedApplication,
  keys: readonly string[],
  onlySet: boolean,
): readonly ConfiguredProperty[] {
  const wanted = keys.map((key) => boot.PropertyName.of(key).uniform);
  return boot
    .describeConfiguration(context.environment, context.propertiesClasses, context.otherKeys)
    .filter(({ settings }) => !onlySet || settings.length > 0)
    .filter(({ key }) => {
      const { uniform } = boot.PropertyName.of(key);
      return wanted.length === 0 || wanted.some((each) => uniform === each || uniform.startsWith(`${each}.`));
    });
}

function toJson({ name, context }: InspectedApplication, properties: readonly ConfiguredProperty[]): unknown {
  return {
    application: name,
    profiles: context.environment.acceptedProfiles,
    properties: properties.map(({ key, type, description, defaultValue, allowed, validValues, secret, settings }) => ({
      key,
      type,
      description,
      default: secret ? null : plain(defaultValue),
      allowed,
      validValues,
      secret,
      settings: settings.map((setting) => ({
        key: setting.key,
        value: setting.value ?? null,
        origin: setting.origin ? place(setting.origin) : null,
        shadowed: setting.shadowed.map(({ value, origin }) => ({ value, origin: place(origin) })),
      })),
    })),
  };
}

function toText(
  terminal: Terminal,
  { name, boot, context }: InspectedApplication,
  properties: readonly ConfiguredProperty[],
): string {
  if (properties.length === 0) return 'No key of the configuration fits.\n';
  const rows = properties.flatMap((property): readonly (readonly string[])[] => {
    const { key, type, validValues, description, settings } = property;
    const initial = boot.describeDefault(property);
    const kind = validValues.length > 0 && type === 'enum' ? validValues.join(' | ') : type;
    const about = [kind, initial, description ?? ''];
    if (settings.length === 0) return [[key, initial, 'default', ...about]];
    return settings.map((setting) => [setting.key, valueText(setting), originText(setting), ...about]);
  });
  const head = ['KEY', 'VALUE', 'FROM', 'TYPE', 'DEFAULT', 'DESCRIPTION'];
  const profiles = context.environment.acceptedProfiles.join(', ');
  return `${formatTable(terminal, head, rows)}\n${properties.length} keys of ${name}, profiles: ${profiles}\n`;
}

function valueText({ value }: PropertyExplanation): string {
  return value === undefined ? '' : value === '' ? '""' : value;
}

function originText({ origin }: PropertyExplanation): string {
  return origin ? place(origin) : '';
}

/** `config/application.properties:7`, as editors and terminals understand it. */
function place({ source, line }: Origin): string {
  return line === undefined ? source : `${source}:${line}`;
}

function plain(value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value as Map<string, unknown>) : (value ?? null);
}
