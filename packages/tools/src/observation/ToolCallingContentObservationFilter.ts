import { type ObservationContext, type ObservationConventionName, ObservationFilter } from '@toolwright/core';
import { ToolCallingObservationContext } from './ToolCallingObservationContext.js';

/**
 * Adds arguments and result of tool calls to their attributes. Both may hold what is private, so that nothing in the
 * framework adds this filter unless it is asked to (OB-09).
 */
export class ToolCallingContentObservationFilter extends ObservationFilter {
  readonly #prefixes: readonly string[];

  /** @param conventions whose names the attributes have; default OpenTelemetry's */
  constructor(conventions: ObservationConventionName = 'opentelemetry') {
    super();
    const names = { opentelemetry: ['gen_ai'], spring: ['spring.ai'], both: ['gen_ai', 'spring.ai'] };
    this.#prefixes = names[conventions].map((system) => `${system}.tool.call`);
  }

  override map(context: ObservationContext): ObservationContext {
    if (!(context instanceof ToolCallingObservationContext)) return context;
    const { toolCallArguments, toolCallResult } = context;
    for (const prefix of this.#prefixes) {
      context.addHighCardinalityKeyValues({ [`${prefix}.arguments`]: toolCallArguments });
      if (toolCallResult !== null) context.addHighCardinalityKeyValues({ [`${prefix}.result`]: toolCallResult });
    }
    return context;
  }
}
