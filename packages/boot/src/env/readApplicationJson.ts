import { ConfigFileFormatException } from '../config-data/ConfigFileFormatException.js';
import type { Environment } from './Environment.js';
import { flattenObject } from './flattenObject.js';
import { ListedPropertySource } from './ListedPropertySource.js';
import { PropertyName } from './PropertyName.js';
import type { PropertySource } from './PropertySource.js';

const NAME = PropertyName.of('application.json');

/**
 * The values of the JSON object in `application.json`, usually the environment variable `APPLICATION_JSON` (BS-09).
 *
 * @returns null if there is none
 * @throws {ConfigFileFormatException} for a text that is no JSON object
 */
export function readApplicationJson(environment: Environment): PropertySource | null {
  // As written: placeholders belong to the values inside, and are replaced when those are read.
  const entry = environment.propertySources.map((source) => source.find(NAME)).find((found) => found !== undefined);
  if (!entry || entry.value.trim() === '') return null;
  const { value: text, origin } = entry;
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    throw new ConfigFileFormatException(origin, 'The text is not JSON.', { cause: error });
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new ConfigFileFormatException(origin, 'The text must be a JSON object.');
  }
  return new ListedPropertySource(origin.source, flattenObject(values as Record<string, unknown>, origin));
}
