import type { ToolCall, ToolResponse } from '@toolwright/model';
import type { PendingApproval } from '../approval/PendingApproval.js';
import type { TurnEvent } from '../events/TurnEvent.js';
import type { StreamEncoder } from './byteStream.js';
import { DEFAULT_ERROR_TEXT, type UIMessageStreamOptions } from './HttpStreamOptions.js';
import { approvalIdOf } from './uiApprovals.js';

/** A part of the UI message stream protocol, version 1. */
type Chunk = Readonly<Record<string, unknown>> & { readonly type: string };

/** A call that the reader knows. */
interface ShownCall {
  readonly toolCallId: string;
  readonly name: string;
  answered: boolean;
}

/**
 * Writes a turn in the UI message stream protocol, version 1, of the AI SDK, which `useChat` of `@ai-sdk/react` reads.
 * Only parts that versions 5 and 6 understand are used, except for approvals, which version 5 does not have.
 */
export class UIMessageEncoder implements StreamEncoder<TurnEvent> {
  readonly #options: UIMessageStreamOptions;
  readonly #calls: ShownCall[] = [];
  /** By position in the message of the running round. */
  #round = new Map<number, ShownCall>();
  #completed = 0;
  #texts = 0;
  #openText: string | null = null;
  #openStep = false;
  #frames = '';

  constructor(options: UIMessageStreamOptions) {
    this.#options = options;
  }

  begin(): string {
    const { messageId } = this.#options;
    return frame({ type: 'start', ...(messageId !== undefined && { messageId }) });
  }

  item(event: TurnEvent): string {
    const selected = this.#options.select ? this.#options.select(event) : event;
    if (selected) this.#add(selected);
    return this.#take();
  }

  failure(error: unknown): string {
    this.#endStep();
    if (error instanceof DOMException && error.name === 'AbortError') this.#write({ type: 'abort' });
    else {
      const { errorText } = this.#options;
      this.#write({ type: 'error', errorText: errorText ? errorText(error) : DEFAULT_ERROR_TEXT });
    }
    return this.#take();
  }

  end(): string {
    return 'data: [DONE]\n\n';
  }

  #add(event: TurnEvent): void {
    if (event.type !== 'text-delta') this.#endText();
    switch (event.type) {
      case 'round-start':
        this.#endStep();
        this.#round = new Map();
        this.#completed = 0;
        this.#openStep = true;
        this.#write({ type: 'start-step' });
        return;
      case 'round-end':
        this.#endStep();
        return;
      case 'text-delta':
        this.#text(event.text);
        return;
      case 'tool-call-delta':
        this.#piece(event);
        return;
      case 'tool-call':
        this.#call(event.call, event.round);
        return;
      case 'tool-result':
        this.#result(event.response);
        return;
      case 'approval-required':
        for (const approval of event.pendingApprovals) this.#approval(event.turnId, approval);
        return;
      case 'finish': {
        this.#endStep();
        const { metadata } = this.#options;
        this.#write({ type: 'finish', ...(metadata && { messageMetadata: metadata(event) }) });
        return;
      }
      case 'usage':
    }
  }

  #text(delta: string): void {
    if (this.#openText === null) {
      this.#openText = `text-${this.#texts++}`;
      this.#write({ type: 'text-start', id: this.#openText });
    }
    this.#write({ type: 'text-delta', id: this.#openText, delta });
  }

  #endText(): void {
    if (this.#openText !== null) this.#write({ type: 'text-end', id: this.#openText });
    this.#openText = null;
  }

  #endStep(): void {
    this.#endText();
    if (this.#openStep) this.#write({ type: 'finish-step' });
    this.#openStep = false;
  }

  #piece({ index, round, id, name, arguments: delta }: Extract<TurnEvent, { type: 'tool-call-delta' }>): void {
    let call = this.#round.get(index);
    // Providers send id and name with the first piece; without them there is nothing that a reader could show.
    if (!call && name) call = this.#begin(index, name, id ?? '', round);
    if (call && delta) {
      this.#write({ type: 'tool-input-delta', toolCallId: call.toolCallId, inputTextDelta: delta });
    }
  }

  #begin(index: number, name: string, id: string, round: number): ShownCall {
    const isNew = id !== '' && !this.#calls.some(({ toolCallId }) => toolCallId === id);
    const call = { toolCallId: isNew ? id : `${id}#${round}.${index}`, name, answered: false };
    this.#round.set(index, call);
    this.#calls.push(call);
    this.#write({ type: 'tool-input-start', toolCallId: call.toolCallId, toolName: name });
    return call;
  }

  #call({ id, name, arguments: args }: ToolCall, round: number): void {
    const index = this.#completed++;
    const { toolCallId } = this.#round.get(index) ?? this.#begin(index, name, id, round);
    this.#write({ type: 'tool-input-available', toolCallId, toolName: name, input: valueOf(args || '{}') });
  }

  #result({ id, name, responseData, isError, error }: ToolResponse): void {
    const call =
      this.#calls.find((known) => !known.answered && known.toolCallId === id) ??
      this.#calls.find((known) => !known.answered && known.name === name && known.toolCallId.startsWith(`${id}#`));
    if (call) call.answered = true;
    const toolCallId = call?.toolCallId ?? id;
    if (!isError) this.#write({ type: 'tool-output-available', toolCallId, output: valueOf(responseData) });
    // A call of an earlier stream that is declined now has shown a request for approval there.
    else if (!call && error?.code === 'CALL_DECLINED') this.#write({ type: 'tool-output-denied', toolCallId });
    else this.#write({ type: 'tool-output-error', toolCallId, errorText: responseData });
  }

  #approval(turnId: string, { callId, unknownOutcome }: PendingApproval): void {
    this.#write({
      type: 'tool-approval-request',
      approvalId: approvalIdOf(turnId, callId),
      toolCallId: this.#shownIdOf(callId),
      ...(unknownOutcome && { approvalDescriptor: { unknownOutcome } }),
    });
  }

  /** Calls without an id of their own are told apart by their position at its end. */
  #shownIdOf(callId: string): string {
    if (this.#calls.some(({ toolCallId }) => toolCallId === callId)) return callId;
    const position = /#(\d+)$/.exec(callId)?.[1];
    return (position === undefined ? undefined : this.#round.get(Number(position))?.toolCallId) ?? callId;
  }

  #write(chunk: Chunk): void {
    this.#frames += frame(chunk);
  }

  #take(): string {
    const frames = this.#frames;
    this.#frames = '';
    return frames;
  }
}

function frame(chunk: Chunk): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

/** JSON as the value it stands for, other text as it is. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
