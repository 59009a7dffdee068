import { hasText, IllegalArgumentException, IllegalStateException } from '@toolwright/core';
import { describeWithExamples } from './describeWithExamples.js';
import { splitCamelCase } from './splitCamelCase.js';

/** Arguments of a call that would make sense, as the model would write them. Plain JSON. */
export type ToolInputExample = Readonly<Record<string, unknown>>;

/** What the model is told about a tool. Frozen; the same object is handed out on every access. */
export abstract class ToolDefinition {
  /** Unique among the tools of one request. */
  abstract readonly name: string;
  /** For every model, {@link inputExamples} included; see {@link plainDescription} for those with a field for examples. */
  abstract readonly description: string;
  /** JSON Schema of the arguments object, as compact JSON text. */
  abstract readonly inputSchema: string;

  /** Calls that would make sense; none unless the tool gives some. A model with `supportsInputExamples` sends them (EG-01). */
  get inputExamples(): readonly ToolInputExample[] {
    return NO_EXAMPLES;
  }

  /** The description without the examples, for a model that sends those in a field of their own. */
  get plainDescription(): string {
    return this.description;
  }

  /** The name that the tool was declared with, where {@link name} had to be replaced by one that providers accept (TX-16). */
  get originalName(): string {
    return this.name;
  }

  static builder(): ToolDefinition.Builder {
    return new ToolDefinition.Builder();
  }
}

/** The {@link ToolDefinition} that the framework builds. */
export class DefaultToolDefinition extends ToolDefinition {
  override readonly description: string;
  readonly #plainDescription: string;
  readonly #inputExamples: readonly ToolInputExample[];

  /**
   * @param description without the examples, which are appended (EG-02)
   * @param inputExamples are not checked against the schema
   * @throws {IllegalArgumentException} if one of the three texts is blank (TD-16)
   */
  constructor(
    override readonly name: string,
    description: string,
    override readonly inputSchema: string,
    inputExamples: readonly ToolInputExample[] = NO_EXAMPLES,
  ) {
    super();
    if (!hasText(name)) throw new IllegalArgumentException('name cannot be null or empty');
    if (!hasText(description)) throw new IllegalArgumentException('description cannot be null or empty');
    if (!hasText(inputSchema)) throw new IllegalArgumentException('inputSchema cannot be null or empty');
    this.#plainDescription = description;
    this.#inputExamples = inputExamples.length > 0 ? Object.freeze([...inputExamples]) : NO_EXAMPLES;
    this.description = describeWithExamples(description, this.#inputExamples);
    Object.freeze(this);
  }

  override get inputExamples(): readonly ToolInputExample[] {
    return this.#inputExamples;
  }

  override get plainDescription(): string {
    return this.#plainDescription;
  }
}

const NO_EXAMPLES: readonly ToolInputExample[] = Object.freeze([]);

export namespace ToolDefinition {
  /** Builds a {@link ToolDefinition}; a blank description becomes the name split into words (TD-14). */
  export class Builder {
    #name: string | undefined;
    #description: string | undefined;
    #inputSchema: string | undefined;
    #inputExamples: readonly ToolInputExample[] = NO_EXAMPLES;

    name(name: string): this {
      this.#name = name;
      return this;
    }

    description(description: string): this {
      this.#description = description;
      return this;
    }

    inputSchema(inputSchema: string): this {
      this.#inputSchema = inputSchema;
      return this;
    }

    /** Calls that would make sense, not checked against the schema; default none. */
    inputExamples(inputExamples: readonly ToolInputExample[]): this {
      this.#inputExamples = inputExamples;
      return this;
    }

    /** @throws {IllegalStateException} `toolName cannot be null or empty`, `inputSchema cannot be null or empty` (TD-15) */
    build(): ToolDefinition {
      const name = this.#name;
      if (name === undefined || name === null) throw new IllegalStateException('toolName cannot be null or empty');
      const inputSchema = this.#inputSchema;
      if (!hasText(inputSchema)) throw new IllegalStateException('inputSchema cannot be null or empty');
      const description =
        hasText(this.#description) || !hasText(name) ? (this.#description ?? '') : splitCamelCase(name, ' ');
      return new DefaultToolDefinition(name, description, inputSchema, this.#inputExamples);
    }
  }
}
