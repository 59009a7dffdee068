import { IllegalStateException, LoggerFactory, type MaybePromise } from '@toolwright/core';
import type { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolExecutionOptions } from '../execution/ToolExecutionOptions.js';
import { splitsPair } from '../execution/truncateResult.js';
import type { ToolCallingChatOptions } from '../options/ToolCallingChatOptions.js';
import { conversationOf } from './conversationOf.js';
import { READ_TOOL_RESULT, readToolResultTool } from './readToolResultTool.js';
import type { ToolResultRepository } from './ToolResultRepository.js';

const logger = LoggerFactory.getLogger('toolwright.tools.results');

/** Characters of each end of a long result that the model is given at most (OF-01). */
const MAX_EDGE = 1000;

/**
 * Puts results that are too long for the model into a repository and gives it both ends and a handle instead, with which
 * `readToolResult` reads the rest (OF-01). That tool is attached once there is something to read, and only then. A
 * conversation without an id lasts one turn; where not even the turn is known, nothing could be read later and results
 * stay whole. Safe for concurrent turns.
 */
export class ToolResultOffload {
  readonly #over: number;
  readonly #maxResultChars: number;
  readonly #repository: ToolResultRepository;
  readonly #tool: ToolCallback;
  /** By the state of a turn, whether its conversation has results. */
  readonly #turns = new WeakMap<ReadonlyMap<string, unknown>, boolean>();
  readonly #checked = new WeakSet<ToolCallingChatOptions>();
  readonly #extended = new WeakMap<ToolCallingChatOptions, ToolCallingChatOptions>();

  /**
   * @param over longer results are put away, in UTF-16 units
   * @param maxResultChars what the model is given of a result at most, `Infinity` for no bound
   */
  constructor(over: number, maxResultChars: number, repository: ToolResultRepository) {
    this.#over = over;
    this.#maxResultChars = maxResultChars;
    this.#repository = repository;
    this.#tool = readToolResultTool(repository, Math.min(over, maxResultChars));
  }

  /**
   * What the model is given of a result: the text itself, or its ends and a handle. A repository that fails is reported
   * at WARN and leaves the result as it is. Results that are returned directly stay whole (OF-05).
   */
  offload(text: string, callback: ToolCallback, options: ToolExecutionOptions): MaybePromise<string> {
    const { name } = callback.definition;
    if (text.length <= this.#over || callback.metadata.returnDirect || name === READ_TOOL_RESULT) return text;
    const conversationId = conversationOf(options);
    const content = withoutQuotes(text);
    if (conversationId === null || content.length <= this.#over) return text;
    return this.#store(content, callback, conversationId, options).catch((error: unknown) => {
      logger.warn(
        `The result of tool '${name}', ${content.length} characters, could not be stored; the model is given it as it is.`,
        { err: error },
      );
      return text;
    });
  }

  async #store(
    content: string,
    callback: ToolCallback,
    conversationId: string,
    options: ToolExecutionOptions,
  ): Promise<string> {
    const handle = `result-${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
    await this.#repository.save(conversationId, handle, content);
    if (options.turn) this.#turns.set(options.turn, true);
    const own = callback.metadata.attributes['maxResultChars'];
    const bound = Math.min(this.#over, typeof own === 'number' ? own : this.#maxResultChars);
    const edge = Math.min(MAX_EDGE, Math.max(1, Math.floor(bound / 4)));
    const end = splitsPair(content, edge) ? edge - 1 : edge;
    const tail = content.length - edge;
    const start = splitsPair(content, tail) ? tail + 1 : tail;
    return (
      `${content.slice(0, end)}\n… [${start - end} of ${content.length} characters are left out. Call ` +
      `${READ_TOOL_RESULT} with the handle "${handle}" to read or search all of them.] …\n${content.slice(start)}`
    );
  }

  /**
   * The options with the tool that reads results, once the conversation has any; else the options themselves.
   *
   * @throws {IllegalStateException} if the request has a tool of that name itself
   */
  withTool(options: ToolCallingChatOptions, execution: ToolExecutionOptions): MaybePromise<ToolCallingChatOptions> {
    const conversationId = conversationOf(execution);
    if (conversationId === null) return options;
    this.#requireFreeName(options);
    const { turn } = execution;
    const known = turn && this.#turns.get(turn);
    if (known !== undefined) return known ? this.#extend(options) : options;
    // A conversation of one turn begins without results.
    if (execution.conversationId === undefined) return options;
    return this.#ask(conversationId).then((hasResults) => {
      // A call of the same turn may have put something away meanwhile.
      if (turn && !this.#turns.has(turn)) this.#turns.set(turn, hasResults);
      return hasResults ? this.#extend(options) : options;
    });
  }

  /** Early, not only when the first long result comes. */
  #requireFreeName(options: ToolCallingChatOptions): void {
    if (this.#checked.has(options)) return;
    if (options.toolCallbacks?.some(({ definition }) => definition.name === READ_TOOL_RESULT)) {
      throw new IllegalStateException(
        `The request attaches a tool '${READ_TOOL_RESULT}', which is the name of the tool that reads long results. ` +
          'Rename it, or do not offload results (tools.results.offload-over).',
      );
    }
    this.#checked.add(options);
  }

  async #ask(conversationId: string): Promise<boolean> {
    try {
      return await this.#repository.hasResults(conversationId);
    } catch (error) {
      logger.warn('Whether the conversation has stored results could not be found out; they cannot be read now.', {
        err: error,
      });
      return false;
    }
  }

  #extend(options: ToolCallingChatOptions): ToolCallingChatOptions {
    let extended = this.#extended.get(options);
    if (!extended) {
      extended = options
        .mutate()
        .toolCallbacks([...(options.toolCallbacks ?? []), this.#tool])
        .build();
      this.#extended.set(options, extended);
    }
    return extended;
  }
}

/** A text that the usual converter has put in quotes is kept as it was: its lines can be found. */
function withoutQuotes(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}
