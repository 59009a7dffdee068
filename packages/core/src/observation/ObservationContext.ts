/**
 * What is known about one observed operation while it runs and when it ends. Subclasses add what their operation has:
 * the request, the response, the tool.
 */
export abstract class ObservationContext {
  /** Name of the kind of operation, set by the convention when the observation starts. */
  name = '';
  /** Name of this very operation, such as `execute_tool getWeather`, set by the convention. */
  contextualName = '';
  /** What was thrown, once the operation has failed. */
  error: unknown = undefined;
  /** The observation inside which this one was started. */
  parent: ObservationContext | null = null;
  readonly #lowCardinality = new Map<string, string>();
  readonly #highCardinality = new Map<string, string>();

  /** Attributes with few distinct values, fit for metrics. */
  get lowCardinalityKeyValues(): ReadonlyMap<string, string> {
    return this.#lowCardinality;
  }

  /** Attributes with many distinct values, fit for traces only. */
  get highCardinalityKeyValues(): ReadonlyMap<string, string> {
    return this.#highCardinality;
  }

  /** Sets attributes with few distinct values; an existing key is replaced. */
  addLowCardinalityKeyValues(keyValues: Readonly<Record<string, string>>): void {
    for (const [key, value] of Object.entries(keyValues)) this.#lowCardinality.set(key, value);
  }

  /** Sets attributes with many distinct values; an existing key is replaced. */
  addHighCardinalityKeyValues(keyValues: Readonly<Record<string, string>>): void {
    for (const [key, value] of Object.entries(keyValues)) this.#highCardinality.set(key, value);
  }
}
