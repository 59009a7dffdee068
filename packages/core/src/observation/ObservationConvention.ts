import type { ObservationContext } from './ObservationContext.js';

/** Decides the names and attributes of one kind of observation. */
export interface ObservationConvention<C extends ObservationContext> {
  /** Name of the kind of operation. */
  readonly name: string;
  supportsContext(context: ObservationContext): context is C;
  /** Name of this very operation. */
  contextualName(context: C): string;
  /** Attributes with few distinct values. */
  lowCardinalityKeyValues(context: C): Readonly<Record<string, string>>;
  /** Attributes with many distinct values; asked again when the operation ends, when more is known. */
  highCardinalityKeyValues(context: C): Readonly<Record<string, string>>;
}
