import type { ChatClientRequest } from '@toolwright/chat';
import { IllegalStateException } from '@toolwright/core';
import { DeferredToolCallback, type ToolCallback } from '@toolwright/tools';
import type { AttachedTools } from '../disclosure/AttachedTools.js';
import { chainOfTurn } from './chainOfTurn.js';

export const TOOL_SEARCH_MODES = ['local', 'native', 'auto'] as const;

/** Who searches: this service, the model's provider, or the provider where it can and this service elsewhere. */
export type ToolSearchMode = (typeof TOOL_SEARCH_MODES)[number];

/** Leaves the search to the model's provider, where it has one and the mode allows it (Spec NT-02 to NT-04). */
export class NativeToolSearch {
  readonly #mode: ToolSearchMode;
  readonly #alwaysDisclosed: ReadonlySet<string>;
  readonly #deferred = new WeakMap<AttachedTools, readonly ToolCallback[]>();

  /** @param alwaysDisclosed names of tools that are shown without a search */
  constructor(mode: ToolSearchMode, alwaysDisclosed: readonly string[]) {
    this.#mode = mode;
    this.#alwaysDisclosed = new Set(alwaysDisclosed);
  }

  /**
   * Whether the provider searches in this turn.
   *
   * @throws {IllegalStateException} in the mode `native`, if the model does not declare `supportsDeferredTools` (NT-03)
   */
  appliesTo(request: ChatClientRequest): boolean {
    if (this.#mode === 'local') return false;
    const model = chainOfTurn(request)?.chatModel;
    if (model?.capabilities.supportsDeferredTools === true) return true;
    if (this.#mode === 'auto') return false;
    const name = request.prompt.options?.model ?? model?.defaultOptions.model ?? model?.constructor.name ?? 'unknown';
    throw new IllegalStateException(
      `Tool search has the mode 'native', but the model '${name}' does not declare supportsDeferredTools: its provider has no ` +
        "tool search of its own. Use the mode 'local', or 'auto', which searches locally where the provider cannot " +
        '(chat.client.tool-search-advisor.mode).',
    );
  }

  /** The tools in the order of the request, all but the pinned ones deferred; the same list for the same tools. */
  defer(tools: AttachedTools): readonly ToolCallback[] {
    let deferred = this.#deferred.get(tools);
    if (!deferred) {
      deferred = Object.freeze(
        tools.callbacks.map((tool) =>
          this.#alwaysDisclosed.has(tool.definition.name) ? tool : DeferredToolCallback.of(tool),
        ),
      );
      this.#deferred.set(tools, deferred);
    }
    return deferred;
  }
}
