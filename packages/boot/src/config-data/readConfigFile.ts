import { readFile } from 'node:fs/promises';
import { extname, isAbsolute, relative, sep } from 'node:path';
import type { ConfigDocument } from './ConfigDocument.js';
import { ConfigFileFormatException } from './ConfigFileFormatException.js';

type Parser = (source: string, content: string) => readonly ConfigDocument[];

/** Loaded with the first file of the format: an application without YAML need not wait for it. */
const PARSERS: Readonly<Record<string, () => Promise<Parser>>> = {
  '.json': async () => (await import('./parseYamlFile.js')).parseJsonFile,
  '.yaml': async () => (await import('./parseYamlFile.js')).parseYamlFile,
  '.yml': async () => (await import('./parseYamlFile.js')).parseYamlFile,
  '.properties': async () => (await import('./parsePropertiesFile.js')).parsePropertiesFile,
};

/** Extensions of configuration files, the one that wins last: `.properties` above YAML (BS-04). */
export const CONFIG_FILE_EXTENSIONS: readonly string[] = Object.keys(PARSERS);

/**
 * Reads a configuration file as UTF-8; a byte order mark is skipped.
 *
 * @returns null if there is no such file
 * @throws {ConfigFileFormatException} for bytes that are not UTF-8, an unknown extension, or text its format forbids
 */
export async function readConfigFile(path: string): Promise<readonly ConfigDocument[] | null> {
  const source = displayPath(path);
  const load = PARSERS[extname(path)];
  if (!load) {
    throw new ConfigFileFormatException(
      { source },
      `The extension of the file is none of ${CONFIG_FILE_EXTENSIONS.join(', ')}; a directory ends in a slash.`,
    );
  }
  const bytes = await readFileIfPresent(path);
  return bytes && (await load())(source, decodeUtf8(source, bytes));
}

/** A path as messages show it: relative to the working directory if it lies in there. */
export function displayPath(path: string): string {
  const local = relative(process.cwd(), path);
  return local === '' || local.startsWith('..') || isAbsolute(local) ? path : local.split(sep).join('/');
}

/** The bytes of a file; null if there is no file of that name. */
async function readFileIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return null;
    throw error;
  }
}

function decodeUtf8(source: string, bytes: Buffer): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch (error) {
    let line = 1;
    for (let start = 0; start < bytes.length; line++) {
      const newline = bytes.indexOf(10, start);
      const end = newline < 0 ? bytes.length : newline;
      if (!isUtf8(bytes.subarray(start, end))) break;
      start = end + 1;
    }
    throw new ConfigFileFormatException({ source, line, column: 1 }, 'The line is not UTF-8.', { cause: error });
  }
}

function isUtf8(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8')).equals(bytes);
}
