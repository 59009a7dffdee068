/** For which calls of the conversation a decision holds from now on (sticky decisions). */
export type RememberDecision =
  /** All further calls of the same tool. */
  | 'tool'
  /** Calls of the same tool with equal arguments, whatever the order of their keys. */
  | 'arguments'
  /** Calls of the same tool whose arguments have these values, whatever else they have. */
  | { readonly arguments: Readonly<Record<string, unknown>> };

/** What every decision may say beside what was decided. */
export interface DecisionOptions {
  /** The hash of the call that was shown to whoever decided; a decision for another one is refused (AP-09). */
  readonly hash?: string;
}

/** A decision that may hold for further calls. */
export interface LastingDecisionOptions extends DecisionOptions {
  readonly remember?: RememberDecision;
}

/**
 * What was decided about one call that waits for an approval. Plain JSON, so that a user interface can send it; the
 * helpers {@link approve}, {@link deny}, {@link edit}, {@link rerun} and {@link report} make them.
 */
export type ApprovalDecision =
  /** Runs the call. `rerun` also runs one whose outcome is unknown because a process died meanwhile (AP-08). */
  | (LastingDecisionOptions & { readonly type: 'approve'; readonly rerun?: boolean })
  /** Does not run the call; the model is told, with the reason. */
  | (LastingDecisionOptions & { readonly type: 'deny'; readonly reason?: string })
  /** Runs the call with other arguments; the model is told which (AP-05). */
  | (DecisionOptions & {
      readonly type: 'edit';
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly rerun?: boolean;
    })
  /** Does not run the call: this is its result, as the model is told. For outcomes that somebody looked up (AP-08). */
  | (DecisionOptions & { readonly type: 'report'; readonly result: string });

/** Decisions by the id of the call, as {@link PendingApproval.callId} names it. */
export type ApprovalDecisions = Readonly<Record<string, ApprovalDecision>>;

/** Runs the call with the arguments that were shown. Options are added by spreading: `{ ...approve, remember: 'tool' }`. */
export const approve: ApprovalDecision & { readonly type: 'approve' } = Object.freeze({ type: 'approve' });

/** Runs the call although it may have run before: its outcome is unknown (AP-08). */
export const rerun: ApprovalDecision & { readonly type: 'approve' } = Object.freeze({ type: 'approve', rerun: true });

/** Does not run the call. @param reason told to the model */
export function deny(reason?: string): ApprovalDecision & { readonly type: 'deny' } {
  return reason === undefined ? { type: 'deny' } : { type: 'deny', reason };
}

/** Runs the call with these arguments instead of the model's; they are validated as the model's would be. */
export function edit(args: Readonly<Record<string, unknown>>): ApprovalDecision & { readonly type: 'edit' } {
  return { type: 'edit', arguments: args };
}

/** Tells the model this result instead of running the call, whose outcome somebody found out. */
export function report(result: string): ApprovalDecision & { readonly type: 'report' } {
  return { type: 'report', result };
}
