/** One way in which arguments differ from what the model was told. */
export interface ArgumentViolation {
  /** JSON path such as `$.order.items[0].qty`. */
  readonly path: string;
  /** What was expected there, such as `must be an integer number`. */
  readonly expectation: string;
}
