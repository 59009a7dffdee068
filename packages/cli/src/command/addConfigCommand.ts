import type { ConfigurationReport, ReportedOrigin, ReportedSetting } from '@toolwright/boot';
import type { InspectedApplication } from '../application/openApplication.js';
import { formatNumberOf } from '../output/formatNumberOf.js';
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
        const report = wantedPart(application, keys, options.set === true);
        if (options.json) terminal.json({ application: application.name, ...report });
        else terminal.out(toText(terminal, application.name, report));
      });
    });
};

function wantedPart(
  { boot, context }: InspectedApplication,
  keys: readonly string[],
  onlySet: boolean,
): ConfigurationReport {
  const wanted = keys.map((key) => boot.PropertyName.of(key).uniform);
  const { profiles, properties } = boot.configurationReport(context);
  return {
    profiles,
    properties: properties
      .filter(({ settings }) => !onlySet || settings.length > 0)
      .filter(({ key }) => {
        const { uniform } = boot.PropertyName.of(key);
        return wanted.length === 0 || wanted.some((each) => uniform === each || uniform.startsWith(`${each}.`));
      }),
  };
}

function toText(terminal: Terminal, name: string, { profiles, properties }: ConfigurationReport): string {
  if (properties.length === 0) return 'No key of the configuration fits.\n';
  const rows = properties.flatMap((property): readonly (readonly string[])[] => {
    const { key, type, defaultText, validValues, description, settings } = property;
    const kind = validValues.length > 0 && type === 'enum' ? validValues.join(' | ') : type;
    const about = [kind, defaultText, description ?? ''];
    if (settings.length === 0) return [[key, defaultText, 'default', ...about]];
    return settings.map((setting) => [setting.key, valueText(setting), originText(setting), ...about]);
  });
  const head = ['KEY', 'VALUE', 'FROM', 'TYPE', 'DEFAULT', 'DESCRIPTION'];
  return `${formatTable(terminal, head, rows)}\n${formatNumberOf(properties.length, 'key')} of ${name}, profiles: ${profiles.join(', ')}\n`;
}

function valueText({ value }: ReportedSetting): string {
  return value === null ? '' : value === '' ? '""' : value;
}

function originText({ origin }: ReportedSetting): string {
  return origin ? place(origin) : '';
}

/** `config/application.properties:7`, as editors and terminals understand it. */
function place({ source, line }: ReportedOrigin): string {
  return line === null ? source : `${source}:${line}`;
}
