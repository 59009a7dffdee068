import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { displayPath } from '../config-data/readConfigFile.js';
import { ConfigDataLocationNotFoundException } from '../config-data/ConfigDataLocationNotFoundException.js';
import { EnvironmentVariablesPropertySource } from './EnvironmentVariablesPropertySource.js';
import type { Environment } from './Environment.js';
import type { Origin } from './Origin.js';
import type { PropertySource } from './PropertySource.js';

const KEY = 'config.env-file';

/**
 * Reads the `.env` file of an application, in the format of Node's own `--env-file`: names are those of environment
 * variables. The key `config.env-file` names another file; empty, none is read.
 *
 * @param folder the directory that a relative path counts from
 * @param above sources of higher precedence, which may set that key
 * @returns undefined if there is no such file
 * @throws {ConfigDataLocationNotFoundException} if the file that the key names does not exist
 */
export async function readEnvFile(folder: string, above: Environment): Promise<PropertySource | undefined> {
  const named = above.getProperty(KEY);
  if (named?.trim() === '') return undefined;
  const path = resolve(folder, named ?? '.env');
  let content: string;
  try {
    content = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    // Some tools keep a folder of this name.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EISDIR') throw error;
    if (named === undefined) return undefined;
    throw new ConfigDataLocationNotFoundException(named, above.getOrigin(KEY));
  }
  const variables = parseEnv(content) as Readonly<Record<string, string>>;
  const source = displayPath(path);
  return new EnvironmentVariablesPropertySource(variables, {
    name: source,
    originOf: (variable) => originIn(content, source, variable),
  });
}

/** Where `variable` gets its value: at its last assignment. */
function originIn(content: string, source: string, variable: string): Origin {
  const assignment = new RegExp(`^\\s*(?:export\\s+)?${variable.replace(/[^\w]/g, '\\$&')}\\s*=[^\\S\\n]*["'\`]?`);
  const lines = content.split(/\r?\n/);
  const index = lines.findLastIndex((line) => assignment.test(line));
  const start = index < 0 ? undefined : assignment.exec(lines[index] ?? '')?.[0];
  return start === undefined ? { source } : { source, line: index + 1, column: start.length + 1 };
}
