import { randomUUID } from 'node:crypto';
import {
  type AdvisorSpec,
  type ApprovalDecisions,
  type ChatClient,
  ChatMemory,
  PendingTurnNotFoundException,
} from '@toolwright/chat';
import { errorTypeOf, isToolwrightException, LoggerFactory } from '@toolwright/core';
import { UserMessage } from '@toolwright/model';
import { isToolCallingChatOptions } from '@toolwright/tools';
import { invalid, RequestProblem } from '../http/RequestProblem.js';
import type { RecordedTurn, Resumption } from '../recording/RecordedTurn.js';
import { STUDIO_REQUEST_ID } from '../recording/TurnRecorder.js';
import type { Studio } from '../Studio.js';

const logger = LoggerFactory.getLogger('toolwright.studio');

/** Statuses of what the client refuses. */
const REFUSALS: Readonly<Record<string, number>> = {
  PENDING_TURN_NOT_FOUND: 404,
  PENDING_TURN_CONFLICT: 409,
  APPROVAL_REFUSED: 409,
  ILLEGAL_ARGUMENT: 400,
};

const UNKNOWN_CLIENT =
  'The client of this turn was not built from the ChatClient.Builder of the application, or from one that the studio ' +
  'observes: decide where the application asks for decisions.';
const NO_CLIENT =
  'Another process has suspended this turn, and the application has no bean of type ChatClient, or several, so that the ' +
  'studio does not know which client goes on with it. Make one a bean, or decide where the application asks for decisions.';

/** Turns that pages start, or go on with. They run on by themselves; the recorder shows how they do. */
export class StudioRuns {
  readonly #studio: Studio;
  readonly #signal: AbortSignal;

  /** @param signal ends what runs */
  constructor(studio: Studio, signal: AbortSignal) {
    this.#studio = studio;
    this.#signal = signal;
  }

  /**
   * Starts a turn.
   *
   * @returns once it is recorded
   * @throws {RequestProblem} if it fails before
   */
  async chat(client: ChatClient, message: string, conversationId: string | undefined): Promise<RecordedTurn> {
    return this.#run(async (requestId) => {
      const spec = client.prompt().messages(new UserMessage(message));
      spec.advisors((advisors: AdvisorSpec) => {
        advisors.param(STUDIO_REQUEST_ID, requestId);
        if (conversationId !== undefined) advisors.param(ChatMemory.CONVERSATION_ID, conversationId);
      });
      await drain(spec.stream({ signal: this.#signal }).chatClientResponse());
    });
  }

  /** Why a turn cannot be decided about here; null if it can. */
  refusalOf(turn: RecordedTurn): RequestProblem | null {
    if (this.#studio.held.has(turn)) return null;
    if (turn.status !== 'waiting' || turn.suspendedTurnId === null) {
      return new RequestProblem(409, 'TURN_NOT_WAITING', 'The turn does not wait for approvals.');
    }
    if (turn.resumption || (turn.toolsElsewhere && this.#studio.application.chatClient)) return null;
    return new RequestProblem(409, 'CLIENT_UNKNOWN', turn.toolsElsewhere ? NO_CLIENT : UNKNOWN_CLIENT);
  }

  /**
   * Goes on with a turn that waits: through the client that has run it, with the tools, the tool context and the advisors
   * that it had; one that another process has suspended through the client of the application, with those of the
   * application's tools that it had.
   *
   * @returns once it runs again
   * @throws {RequestProblem} if it cannot go on
   */
  async resume(turn: RecordedTurn, decisions: ApprovalDecisions): Promise<RecordedTurn> {
    const refusal = this.refusalOf(turn);
    if (refusal) throw refusal;
    const { resumption, suspendedTurnId } = turn;
    if (suspendedTurnId === null || this.#studio.held.has(turn)) return this.#decide(turn, decisions);
    try {
      return await this.#run((requestId) =>
        resumption
          ? this.#resume(resumption, suspendedTurnId, decisions, requestId)
          : this.#resumeElsewhere(turn.toolsElsewhere ?? [], suspendedTurnId, decisions, requestId),
      );
    } catch (error) {
      if (error instanceof RequestProblem && error.cause instanceof PendingTurnNotFoundException) {
        this.#studio.recorder.expire(turn, error.cause);
      }
      throw error;
    }
  }

  #decide(turn: RecordedTurn, decisions: ApprovalDecisions): RecordedTurn {
    if (Object.values(decisions).some((decision) => 'remember' in decision)) {
      throw invalid('A decision can be remembered only where turns are suspended, in a PendingTurnRepository.');
    }
    const refused = this.#studio.held.decide(turn, decisions);
    if (refused === undefined) return turn;
    throw new RequestProblem(
      409,
      'APPROVAL_REFUSED',
      `Call '${refused}' does not wait, or is not the one that was shown.`,
    );
  }

  async #resume(
    { client, request, streaming, advisors: given }: Resumption,
    turnId: string,
    decisions: ApprovalDecisions,
    requestId: string,
  ): Promise<void> {
    const spec = client.prompt().advisors((advisors: AdvisorSpec) => {
      advisors.advisors(...given);
      for (const [key, value] of Object.entries(request.context)) advisors.param(key, value);
      advisors.param(STUDIO_REQUEST_ID, requestId);
    });
    const { options } = request.prompt;
    if (isToolCallingChatOptions(options)) {
      spec.onlyTools(...(options.toolCallbacks ?? []));
      if (options.toolContext) spec.toolContext(options.toolContext);
    }
    const run = { signal: this.#signal };
    if (streaming) await drain(spec.resumeStream(turnId, decisions, run).chatClientResponse());
    else await spec.resume(turnId, decisions, run);
  }

  /**
   * The turn names its tools; they are those of the application of the same names, as they were for whoever began it. The
   * client has by itself what is not found, or found more than once.
   */
  async #resumeElsewhere(
    toolNames: readonly string[],
    turnId: string,
    decisions: ApprovalDecisions,
    requestId: string,
  ): Promise<void> {
    const { chatClient, tools } = this.#studio.application;
    const all = ((await tools?.()) ?? []).map(({ callback }) => callback);
    const found = toolNames.map((name) => all.filter(({ definition }) => definition.name === name));
    const spec = ((await chatClient?.()) as ChatClient).prompt().advisors((advisors: AdvisorSpec) => {
      advisors.param(STUDIO_REQUEST_ID, requestId);
    });
    if (found.every(({ length }) => length === 1)) spec.onlyTools(...found.flat());
    await spec.resume(turnId, decisions, { signal: this.#signal });
  }

  async #run(work: (requestId: string) => Promise<void>): Promise<RecordedTurn> {
    const requestId = randomUUID();
    const { turn, forget } = this.#studio.recorder.started(requestId);
    const failed = work(requestId).then(
      () => new RequestProblem(500, 'NOT_OBSERVED', 'The client of the turn is not observed by this studio.'),
      (error: unknown) => {
        logger.debug(`A turn that the studio has started failed: ${errorTypeOf(error)}`);
        return problemOf(error);
      },
    );
    try {
      const outcome = await Promise.race([turn, failed]);
      if (outcome instanceof RequestProblem) throw outcome;
      return outcome;
    } finally {
      forget();
    }
  }
}

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}

function problemOf(error: unknown): RequestProblem {
  const message = error instanceof Error ? error.message : String(error);
  const code = isToolwrightException(error) ? error.code : 'TURN_FAILED';
  return new RequestProblem(REFUSALS[code] ?? 422, code, message, { cause: error });
}
