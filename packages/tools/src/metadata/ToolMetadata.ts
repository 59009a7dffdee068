/** How a tool behaves, as opposed to what the model is told about it. Frozen. */
export abstract class ToolMetadata {
  /** Whether the result goes to the caller instead of back to the model. */
  abstract readonly returnDirect: boolean;
  /** Open facts such as `readOnly`, `idempotent`, `category`; every wrapper forwards them (TX-18). */
  abstract readonly attributes: Readonly<Record<string, unknown>>;

  static builder(): ToolMetadata.Builder {
    return new ToolMetadata.Builder();
  }
}

class DefaultToolMetadata extends ToolMetadata {
  constructor(
    override readonly returnDirect: boolean,
    override readonly attributes: Readonly<Record<string, unknown>>,
  ) {
    super();
    Object.freeze(this);
  }
}

export namespace ToolMetadata {
  /** Builds a {@link ToolMetadata}; by default not `returnDirect`, no attributes. */
  export class Builder {
    #returnDirect = false;
    #attributes: Readonly<Record<string, unknown>> = {};

    returnDirect(returnDirect: boolean): this {
      this.#returnDirect = returnDirect;
      return this;
    }

    attributes(attributes: Readonly<Record<string, unknown>>): this {
      this.#attributes = { ...attributes };
      return this;
    }

    build(): ToolMetadata {
      return new DefaultToolMetadata(this.#returnDirect, Object.freeze(this.#attributes));
    }
  }
}
