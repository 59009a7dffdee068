import {
  type AssistantMessage,
  type Message,
  type ToolCall,
  type ToolResponse,
  type ToolResponseError,
  ToolResponseMessage,
} from '@toolwright/model';
import type { ToolErrorFormatter } from './ToolErrorFormatter.js';
import { ToolExecutionResult } from './ToolExecutionResult.js';

/** The responses of one batch as its calls end, in whatever order, and what they mean for the turn. */
export class ToolCallOutcomes {
  /** The error that ends the turn, if a call failed so. */
  fatal: { readonly index: number; readonly error: unknown } | null = null;
  private readonly responses: ToolResponse[] = [];
  private succeeded = 0;
  private gaps = 0;
  private notes: Map<number, string> | null = null;
  private returnDirect = true;

  /** @param onResponse told of each response when it is known */
  constructor(
    private readonly history: readonly Message[],
    private readonly assistantMessage: AssistantMessage,
    private readonly formatter: ToolErrorFormatter,
    private readonly onResponse: ((response: ToolResponse) => void) | undefined,
  ) {}

  /** The tool has answered; a missing result is an empty text (RC-13). */
  succeed(index: number, call: ToolCall, result: string | null | undefined, returnDirect: boolean): void {
    const text = result ?? '';
    const responseData = returnDirect ? text : this.noted(index, text);
    this.set(index, { id: call.id, name: call.name, responseData });
    this.succeeded++;
    if (!returnDirect) this.returnDirect = false;
  }

  /** The call failed in a way that the model is told about; such a batch always goes back to the model (TM-13). */
  fail(index: number, call: ToolCall, text: string, error: ToolResponseError): void {
    this.set(index, this.errorResponse(call, this.noted(index, text), error));
    this.returnDirect = false;
  }

  /** The call failed in a way that ends the turn. Of several such errors the one of the earliest call is thrown. */
  failFatally(index: number, call: ToolCall, error: unknown, detail: ToolResponseError): void {
    // The text of the error is for the caller; it may hold what the model must not see.
    this.fail(index, call, `Tool '${call.name}' failed.`, detail);
    if (!this.fatal || index < this.fatal.index) this.fatal = { index, error };
  }

  /** The call that ends the batch before it runs; it says nothing about how the calls before it are returned (LI-15). */
  refuse(index: number, call: ToolCall, text: string, error: ToolResponseError): void {
    this.set(index, this.errorResponse(call, text, error));
  }

  /** Whether any call has an outcome yet. */
  get any(): boolean {
    return this.responses.length > 0;
  }

  /** The history for somebody who gives up now: calls without an outcome are answered with an error (TS-20). */
  toInterruptedResult(): ToolExecutionResult {
    return this.toAnsweredResult(({ name }) => `Tool '${name}' was aborted.`, ABORTED_ERROR);
  }

  /** The history with the responses so far, and with an error for each call that has no outcome. */
  toAnsweredResult(textFor: (call: ToolCall) => string, error: ToolResponseError): ToolExecutionResult {
    const responses = this.assistantMessage.toolCalls.map(
      (call, index) => this.responses[index] ?? this.errorResponse(call, textFor(call), error),
    );
    const message = new ToolResponseMessage(responses);
    return ToolExecutionResult.of([...this.history, this.assistantMessage, message], false);
  }

  /** The history with all responses so far, in the order of the calls. */
  toResult(): ToolExecutionResult {
    // Calls that wait for an approval leave gaps.
    const responses = this.gaps > 0 ? this.responses.flat() : this.responses;
    return ToolExecutionResult.of(
      extended(this.history, this.assistantMessage, new ToolResponseMessage(responses)),
      this.returnDirect && this.succeeded > 0,
    );
  }

  /** What the model is told in front of the response of a call. */
  note(index: number, text: string): void {
    (this.notes ??= new Map()).set(index, text);
  }

  /** The call has no response yet, and the batch ends without one. */
  leaveOpen(): void {
    this.gaps++;
  }

  private errorResponse({ id, name }: ToolCall, message: string, error: ToolResponseError): ToolResponse {
    const responseData = this.formatter.format({ toolName: name, message, error });
    return { id, name, responseData, isError: true, error };
  }

  private noted(index: number, text: string): string {
    const note = this.notes?.get(index);
    return note === undefined ? text : `${note}\n${text}`;
  }

  private set(index: number, response: ToolResponse): void {
    this.responses[index] = response;
    this.onResponse?.(response);
  }
}

/** A spread takes a third of the time for a short list, and twice the time for one of a thousand messages. */
function extended(history: readonly Message[], ...added: readonly [Message, Message]): readonly Message[] {
  return history.length < 100 ? [...history, added[0], added[1]] : history.concat(added);
}

const ABORTED_ERROR: ToolResponseError = Object.freeze({ code: 'ABORTED', phase: 'execute' });
