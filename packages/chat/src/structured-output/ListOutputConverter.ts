import type { StructuredOutputConverter } from './StructuredOutputConverter.js';

/** Makes a list of texts of an answer that is a list with commas. */
export class ListOutputConverter implements StructuredOutputConverter<readonly string[]> {
  readonly format =
    'Respond with only a list of comma-separated values, without any leading or trailing text.\n' +
    'Example format: foo, bar, baz\n';
  readonly jsonSchema = '';

  convert(text: string): readonly string[] {
    return text.trim() === '' ? [] : text.split(',').map((item) => item.trim());
  }
}
