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
  #origin: ObservationContext | undefined;

  /**
   * The context that the observation was started with: this one, unless a filter has put this one in its place. Handlers
   * that keep something from the start of an observation to its end keep it by this.
   */
  get origin(): ObservationContext {
    return this.#origin ?? this;
  }

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

  /** @internal Stands for another context from now on; what identifies that one and is not set here is taken over. */
  takePlaceOf(context: ObservationContext): void {
    this.#origin = context.origin;
    this.parent ??= context.parent;
    if (this.name === '') this.name = context.name;
    if (this.contextualName === '') this.contextualName = context.contextualName;
  }
}
