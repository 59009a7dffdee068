import type { ToolCall } from '@toolwright/model';

/** A tool call that is being put together. */
interface OpenCall {
  id: string;
  type: string;
  name: string;
  arguments: string;
  readonly index: number | undefined;
}

/**
 * Puts tool calls together that a model streams in pieces (CX-105). A piece continues the call of the same index; one
 * without an index the call of the same id; one with neither the latest call, unless it brings a name of its own.
 */
export class ToolCallAssembler {
  readonly #calls: OpenCall[] = [];

  add(pieces: readonly ToolCall[]): void {
    for (const piece of pieces) {
      const call = this.#callOf(piece);
      if (call) {
        call.id ||= piece.id;
        call.type ||= piece.type;
        call.name ||= piece.name;
        call.arguments += piece.arguments ?? '';
      } else {
        this.#calls.push({
          id: piece.id ?? '',
          type: piece.type ?? '',
          name: piece.name ?? '',
          arguments: piece.arguments ?? '',
          index: piece.index,
        });
      }
    }
  }

  /** The calls so far, in order of appearance. */
  get toolCalls(): readonly ToolCall[] {
    return this.#calls.map(({ id, type, name, arguments: text }) => ({
      id,
      type: type || 'function',
      name,
      arguments: text,
    }));
  }

  #callOf(piece: ToolCall): OpenCall | undefined {
    if (piece.index !== undefined) return this.#calls.find(({ index }) => index === piece.index);
    if (piece.id) return this.#calls.find(({ id }) => id === piece.id);
    const latest = this.#calls.at(-1);
    return piece.name && latest?.name ? undefined : latest;
  }
}
