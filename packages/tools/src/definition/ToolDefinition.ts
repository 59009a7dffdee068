import { hasText, IllegalArgumentException, IllegalStateException } from '@toolwright/core';
import { splitCamelCase } from './splitCamelCase.js';

/** What the model is told about a tool. Frozen; the same object is handed out on every access. */
export abstract class ToolDefinition {
  /** Unique among the tools of one request. */
  abstract readonly name: string;
  abstract readonly description: string;
  /** JSON Schema of the arguments object, as compact JSON text. */
  abstract readonly inputSchema: string;

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
  /** @throws {IllegalArgumentException} if one of the three is blank (TD-16) */
  constructor(
    override readonly name: string,
    override readonly description: string,
    override readonly inputSchema: string,
  ) {
    super();
    if (!hasText(name)) throw new IllegalArgumentException('name cannot be null or empty');
    if (!hasText(description)) throw new IllegalArgumentException('description cannot be null or empty');
    if (!hasText(inputSchema)) throw new IllegalArgumentException('inputSchema cannot be null or empty');
    Object.freeze(this);
  }
}

export namespace ToolDefinition {
  /** Builds a {@link ToolDefinition}; a blank description becomes the name split into words (TD-14). */
  export class Builder {
    #name: string | undefined;
    #description: string | undefined;
    #inputSchema: string | undefined;

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

    /** @throws {IllegalStateException} `toolName cannot be null or empty`, `inputSchema cannot be null or empty` (TD-15) */
    build(): ToolDefinition {
      const name = this.#name;
      if (name === undefined || name === null) throw new IllegalStateException('toolName cannot be null or empty');
      const inputSchema = this.#inputSchema;
      if (!hasText(inputSchema)) throw new IllegalStateException('inputSchema cannot be null or empty');
      const description =
        hasText(this.#description) || !hasText(name) ? (this.#description ?? '') : splitCamelCase(name, ' ');
      return new DefaultToolDefinition(name, description, inputSchema);
    }
  }
}
