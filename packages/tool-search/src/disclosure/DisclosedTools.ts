import { LoggerFactory } from '@toolwright/core';
import type { Message, ToolResponse, ToolResponseMessage } from '@toolwright/model';
import { isToolSearchTool } from './AttachedTools.js';

const logger = LoggerFactory.getLogger('toolwright.tool-search.disclosure');

const NO_NAMES: readonly string[] = Object.freeze([]);

/**
 * The names that searches have disclosed to the model in one turn, in the order of discovery. A name that is there stays
 * in its place, so that the list of tools only grows at its end (Spec SX-12).
 */
export class DisclosedTools {
  readonly #accumulates: boolean;
  readonly #accepts: (name: string) => boolean;
  #names: Set<string>;
  #lastRead: Message | undefined;

  /**
   * @param initial names that were disclosed before the turn
   * @param accumulates whether names of earlier searches stay when a later one has been answered
   * @param accepts whether a name may be disclosed; others are left out silently
   */
  constructor(initial: readonly string[], accumulates: boolean, accepts: (name: string) => boolean) {
    this.#accumulates = accumulates;
    this.#accepts = accepts;
    this.#names = new Set(initial.filter(accepts));
  }

  get names(): ReadonlySet<string> {
    return this.#names;
  }

  /**
   * Takes over the names from the answers of the search tool; no other text counts (Spec SA-23). Messages up to the last
   * one of the previous call are not looked at again.
   *
   * @returns whether {@link names} has changed
   */
  read(messages: readonly Message[]): boolean {
    const lastRead = this.#lastRead;
    let begin = messages.length;
    while (begin > 0 && messages[begin - 1] !== lastRead) begin -= 1;
    this.#lastRead = messages.at(-1);
    let changed = false;
    for (let index = begin; index < messages.length; index++) {
      const message = messages[index] as Message;
      if (message.messageType !== 'tool') continue;
      const searches = (message as ToolResponseMessage).responses.filter(({ name }) => isToolSearchTool(name));
      if (searches.length > 0) changed = this.#disclose(searches) || changed;
    }
    return changed;
  }

  /** Whether the answers, all of one message, changed the names. */
  #disclose(searches: readonly ToolResponse[]): boolean {
    const found = searches.flatMap(namesIn).filter(this.#accepts);
    const before = this.#names;
    if (this.#accumulates) {
      const size = before.size;
      for (const name of found) before.add(name);
      return before.size > size;
    }
    this.#names = new Set(found);
    return before.size !== this.#names.size || [...this.#names].some((name, index) => name !== [...before][index]);
  }
}

/** The names that a search returned; none, if it returned anything but its JSON (Spec SX-09, SX-15b). */
function namesIn({ responseData, isError }: ToolResponse): readonly string[] {
  const answer = isError || !/^[[{]/.test(responseData) ? undefined : parse(responseData);
  const names: readonly unknown[] | undefined = Array.isArray(answer) ? answer : namesOfSummaries(answer);
  if (names?.every((name): name is string => typeof name === 'string')) return names;
  logger.debug('An answer of toolSearchTool is no JSON array of names, so it discloses no tool.');
  return NO_NAMES;
}

/** Of `{"tools":[{"name":"weather","summary":"Get the weather"}]}`. */
function namesOfSummaries(answer: unknown): readonly unknown[] | undefined {
  const tools = (answer as { readonly tools?: unknown } | null | undefined)?.tools;
  return Array.isArray(tools)
    ? tools.map((tool) => (tool as { readonly name?: unknown } | null | undefined)?.name)
    : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
