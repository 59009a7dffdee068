import { ConfigDataLoader } from '../config-data/ConfigDataLoader.js';
import { Profiles } from '../config-data/Profiles.js';
import { CommandLineArguments } from './CommandLineArguments.js';
import type { Environment } from './Environment.js';
import { EnvironmentVariablesPropertySource } from './EnvironmentVariablesPropertySource.js';
import { flattenObject } from './flattenObject.js';
import { ListedPropertySource } from './ListedPropertySource.js';
import type { PropertySource } from './PropertySource.js';
import { readApplicationJson } from './readApplicationJson.js';
import { readEnvFile } from './readEnvFile.js';
import { StandardEnvironment } from './StandardEnvironment.js';

/** What an {@link Environment} is made of. */
export interface EnvironmentOptions {
  /** Arguments of the command line: `--key=value`, `--flag`, others; default none. */
  readonly args?: readonly string[];
  /** Environment variables; default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Directory that holds the application's files (BS-03); default the working directory; null: no files are read. */
  readonly config?: string | null;
  /** Values above all others. Objects and lists are flattened; null and undefined are skipped. */
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Values below all others. */
  readonly defaultProperties?: Readonly<Record<string, unknown>>;
}

/**
 * Reads all sources of the configuration. From low to high: `defaultProperties`, files (those of profiles above plain
 * ones), the file `.env`, environment variables, `APPLICATION_JSON`, the command line, `properties`.
 *
 * @throws {ConfigDataLocationNotFoundException} for a named location that does not exist
 * @throws {ConfigFileFormatException} for a file that cannot be read
 * @throws {InvalidConfigDataPropertyException} for a key that chooses profiles in a file that depends on them
 * @throws {IllegalArgumentException} for a name that no profile may have
 */
export async function prepareEnvironment(options: EnvironmentOptions = {}): Promise<Environment> {
  const commandLine = new CommandLineArguments(options.args ?? []);
  const given = listed('properties of the application', options.properties);
  const variables = new EnvironmentVariablesPropertySource(options.env ?? process.env);
  const { config = process.cwd() } = options;
  const set = [given, commandLine.source, variables];
  const envFile = config === null ? undefined : await readEnvFile(config, new StandardEnvironment(set));
  const outer = envFile ? [...set, envFile] : set;
  const json = readApplicationJson(new StandardEnvironment(outer));
  const above: readonly PropertySource[] = json ? outer.toSpliced(2, 0, json) : outer;
  const defaults = listed('default properties', options.defaultProperties);

  const loader = config === null ? undefined : new ConfigDataLoader(config, above, defaults);
  const plainFiles = (await loader?.load(null)) ?? [];
  const profiles = Profiles.from(new StandardEnvironment([...above, ...plainFiles.toReversed(), defaults]));
  const files = (await loader?.load(profiles)) ?? [];
  return new StandardEnvironment(
    [...above, ...files.toReversed(), defaults],
    profiles.active,
    commandLine.nonOptionArguments,
  );
}

function listed(name: string, values: Readonly<Record<string, unknown>> = {}): PropertySource {
  return new ListedPropertySource(name, flattenObject(values, { source: name }));
}
