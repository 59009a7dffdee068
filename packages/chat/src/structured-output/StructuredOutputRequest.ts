import { hasText, requireNonNull } from '@toolwright/core';
import { type StandardSchema, StandardType } from '@toolwright/tools';
import type { CallAdvisor } from '../advisor/CallAdvisor.js';
import type { Context } from '../client/Context.js';
import { BeanOutputConverter } from './BeanOutputConverter.js';
import { EntityParamSpec } from './EntityParamSpec.js';
import { OUTPUT_FORMAT, STRUCTURED_OUTPUT_NATIVE, STRUCTURED_OUTPUT_SCHEMA } from './outputKeys.js';
import type { OutputType } from './OutputType.js';
import { StandardOutputConverter } from './StandardOutputConverter.js';
import type { StructuredOutputConverter } from './StructuredOutputConverter.js';
import { StructuredOutputValidationAdvisor } from './StructuredOutputValidationAdvisor.js';

/** What asking for a value adds to a request, and how the answer becomes the value. */
export class StructuredOutputRequest<T> {
  readonly #converter: StructuredOutputConverter<T>;
  readonly #schema: StandardSchema | undefined;
  readonly #native: boolean;
  readonly #validates: boolean;

  /** @throws {IllegalArgumentException} `type cannot be null`, or if it is none of the forms */
  constructor(type: OutputType<T> | StructuredOutputConverter<T>, describe?: (spec: EntityParamSpec) => void) {
    requireNonNull(type, 'type cannot be null');
    this.#schema = StandardType.isSchema(type) ? type : undefined;
    if (isConverter(type)) this.#converter = type;
    else if (StandardType.isSchema(type)) this.#converter = new StandardOutputConverter(type);
    else this.#converter = new BeanOutputConverter<T>(type);
    const spec = new EntityParamSpec();
    describe?.(spec);
    this.#native = spec.described.native;
    this.#validates = spec.described.validates;
  }

  /** The context of the request; it never changes what was there but adds the keys of this call (SO-01, SO-03). */
  contextOver(base: Context): Context {
    const { format, jsonSchema } = this.#converter;
    const native = this.#native || base[STRUCTURED_OUTPUT_NATIVE] === true;
    return Object.freeze({
      ...base,
      ...(hasText(format) && { [OUTPUT_FORMAT]: format }),
      ...(this.#native && { [STRUCTURED_OUTPUT_NATIVE]: true }),
      ...(native && hasText(jsonSchema) && { [STRUCTURED_OUTPUT_SCHEMA]: jsonSchema }),
    });
  }

  /**
   * The advisor that checks the answer, if that was asked for and there is a schema to check against (SO-14).
   *
   * @param present those of the request: an explicit validation advisor is the only one (SO-15)
   */
  validationAdvisor(present: readonly CallAdvisor[]): StructuredOutputValidationAdvisor | undefined {
    const { jsonSchema } = this.#converter;
    if (!this.#validates || !hasText(jsonSchema)) return undefined;
    if (present.some((advisor) => advisor instanceof StructuredOutputValidationAdvisor)) return undefined;
    const builder = StructuredOutputValidationAdvisor.builder();
    return (this.#schema ? builder.outputType(this.#schema) : builder.outputJsonSchema(jsonSchema)).build();
  }

  /** @param text null for an answer without text, of which nothing is made (SO-08) */
  async entityOf(text: string | null | undefined): Promise<T | null> {
    return text === null || text === undefined ? null : this.#converter.convert(text);
  }
}

function isConverter<T>(type: OutputType<T> | StructuredOutputConverter<T>): type is StructuredOutputConverter<T> {
  return typeof type === 'object' && 'convert' in type && typeof type.convert === 'function';
}
