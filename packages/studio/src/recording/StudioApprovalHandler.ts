import type { PendingApproval } from '@toolwright/chat';
import type { ObservationRegistry } from '@toolwright/core';
import { type ToolApprovalDecision, ToolApprovalHandler, type ToolApprovalRequest } from '@toolwright/tools';
import type { HeldCalls } from './HeldCalls.js';
import type { TurnRecorder } from './TurnRecorder.js';

/**
 * Lets calls that need an approval wait, while their turn is held, until somebody has decided in the page. Calls of turns
 * that are not recorded are left to others.
 */
export class StudioApprovalHandler extends ToolApprovalHandler {
  readonly #recorder: TurnRecorder;
  readonly #held: HeldCalls;
  readonly #registry: () => ObservationRegistry | undefined;

  /** @param registry the registry of the clients, to which the recorder was added; asked for at each call */
  constructor(recorder: TurnRecorder, held: HeldCalls, registry: () => ObservationRegistry | undefined) {
    super();
    this.#recorder = recorder;
    this.#held = held;
    this.#registry = registry;
  }

  override decide(request: ToolApprovalRequest): Promise<ToolApprovalDecision> | ToolApprovalDecision {
    const turn = this.#recorder.turnOf(this.#registry()?.current ?? null);
    if (!turn) return ToolApprovalHandler.LATER;
    const call: PendingApproval = {
      callId: request.toolCallId,
      name: request.toolDefinition.name,
      arguments: request.arguments,
    };
    return this.#held.hold(turn, call, request.signal);
  }
}
