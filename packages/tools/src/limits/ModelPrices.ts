import { IllegalStateException, requireArgument } from '@toolwright/core';
import type { Usage } from '@toolwright/model';

/** What a model costs, per million tokens, in whatever currency the cost limit is meant in. */
export interface ModelPrice {
  /** Per million tokens of the request, 0 or more. */
  readonly input: number;
  /** Per million tokens of the answer, 0 or more. */
  readonly output: number;
}

/** Prices by the name of the model. A dated version of a model, `gpt-4o-2024-11-20`, costs what the model does. */
export class ModelPrices {
  readonly #prices: ReadonlyMap<string, ModelPrice>;

  /** @throws {IllegalArgumentException} if a price is negative or no number */
  constructor(prices: ReadonlyMap<string, ModelPrice> | Readonly<Record<string, ModelPrice>> = {}) {
    const entries = prices instanceof Map ? [...(prices as Map<string, ModelPrice>)] : Object.entries(prices);
    for (const [model, { input, output }] of entries) {
      requireArgument(input >= 0 && output >= 0, `The prices of model '${model}' must not be negative`);
    }
    this.#prices = new Map(entries);
  }

  /** The price of a model, or of the one that it is a dated version of; undefined if neither is known. */
  find(model: string): ModelPrice | undefined {
    return this.#prices.get(model) ?? this.#prices.get(model.replace(DATE, ''));
  }

  /**
   * What one request has cost, in millionths of the currency: sums of those stay exact where sums of fractions do not.
   *
   * @param models the names that it may be known under, the likeliest first; empty ones are left out
   * @throws {IllegalStateException} if none of them has a price, naming the keys to add
   */
  costOf(usage: Usage, models: readonly (string | null)[]): number {
    if (usage.totalTokens === 0) return 0;
    const names = models.filter((model): model is string => Boolean(model));
    for (const name of names) {
      const price = this.find(name);
      if (price) return usage.promptTokens * price.input + usage.completionTokens * price.output;
    }
    throw new IllegalStateException(missingPriceText(names[0] ?? ''));
  }

  /** @throws {IllegalStateException} if the model has no price, naming the keys to add */
  require(model: string): void {
    if (!this.find(model)) throw new IllegalStateException(missingPriceText(model));
  }
}

/** `-2024-11-20`, `-20241120`, `@20241120` at the end of a name. */
const DATE = /[-@](?:\d{8}|\d{4}-\d{2}-\d{2})$/;

/** What to say about a model without a price where a cost limit is set (BG-04). */
function missingPriceText(model: string): string {
  if (!model) return 'The cost limit of tool calls needs a price, but the model does not say its name.';
  return (
    `The cost limit of tool calls needs the price of model '${model}'. Add tools.prices[${model}].input and ` +
    `tools.prices[${model}].output, per million tokens, or remove tools.limits.max-cost.`
  );
}
