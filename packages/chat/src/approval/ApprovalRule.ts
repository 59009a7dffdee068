/** A decision that holds for further calls of a conversation. Plain JSON. */
export interface ApprovalRule {
  /** The same for equal conditions: a later rule replaces an earlier one. */
  readonly ruleId: string;
  readonly toolName: string;
  /** The values that the arguments must have, or null for any arguments. */
  readonly arguments: Readonly<Record<string, unknown>> | null;
  /** Whether the arguments may have nothing else. */
  readonly exact: boolean;
  readonly approved: boolean;
  /** Told to the model with a refusal. */
  readonly reason?: string;
  /** Milliseconds since 1970, null if the rule holds as long as the conversation. */
  readonly expiresAt: number | null;
}
