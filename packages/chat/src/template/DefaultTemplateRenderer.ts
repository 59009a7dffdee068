import { IllegalStateException, requireText } from '@toolwright/core';
import { TemplateRenderer } from './TemplateRenderer.js';

/**
 * Replaces `{identifier}`: a letter or underscore, then letters, digits and underscores. Every other brace is literal, so
 * JSON and code may stand in a template (CX-125). Delimiters other than braces can be chosen.
 */
export class DefaultTemplateRenderer extends TemplateRenderer {
  readonly #placeholder: RegExp;

  /** For {@link builder}; both delimiters must have text. */
  constructor(startDelimiterToken = '{', endDelimiterToken = '}') {
    super();
    const [start, end] = [startDelimiterToken, endDelimiterToken].map(escapeForRegExp);
    this.#placeholder = new RegExp(`${start}([A-Za-z_][A-Za-z0-9_]*)${end}`, 'g');
  }

  static builder(): DefaultTemplateRenderer.Builder {
    return new DefaultTemplateRenderer.Builder();
  }

  /** @throws {IllegalStateException} `Not all variables were replaced in the template. Missing variable names are: […].` */
  override apply(template: string, variables: Readonly<Record<string, unknown>>): string {
    const missing = new Set<string>();
    const text = template.replace(this.#placeholder, (placeholder, name: string) => {
      if (Object.hasOwn(variables, name)) return textOf(variables[name]);
      missing.add(name);
      return placeholder;
    });
    if (missing.size > 0) {
      throw new IllegalStateException(
        `Not all variables were replaced in the template. Missing variable names are: [${[...missing].join(', ')}].`,
      );
    }
    return text;
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return value.toString();
  // There is no JSON for functions and symbols.
  return JSON.stringify(value) ?? String(value);
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

export namespace DefaultTemplateRenderer {
  /** Builds a {@link DefaultTemplateRenderer}; by default for braces. */
  export class Builder {
    #start = '{';
    #end = '}';

    /** @throws {IllegalArgumentException} `startDelimiterToken cannot be null or empty` */
    startDelimiterToken(token: string): this {
      this.#start = requireText(token, 'startDelimiterToken cannot be null or empty');
      return this;
    }

    /** @throws {IllegalArgumentException} `endDelimiterToken cannot be null or empty` */
    endDelimiterToken(token: string): this {
      this.#end = requireText(token, 'endDelimiterToken cannot be null or empty');
      return this;
    }

    build(): DefaultTemplateRenderer {
      return new DefaultTemplateRenderer(this.#start, this.#end);
    }
  }
}
