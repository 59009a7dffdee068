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
    for (const piece of pieces) this.addPiece(piece);
  }

  /** @returns the position, in {@link toolCalls}, of the call that the piece belongs to */
  addPiece(piece: ToolCall): number {
    const position = this.#positionOf(piece);
    const call = this.#calls[position];
    if (call) {
      call.id ||= piece.id;
      call.type ||= piece.type;
      call.name ||= piece.name;
      call.arguments += piece.arguments ?? '';
      return position;
    }
    const added = this.#calls.push({
      id: piece.id ?? '',
      type: piece.type ?? '',
      name: piece.name ?? '',
      arguments: piece.arguments ?? '',
      index: piece.index,
    });
    return added - 1;
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

  /** -1 for a piece that begins a call. */
  #positionOf(piece: ToolCall): number {
    if (piece.index !== undefined) return this.#calls.findIndex(({ index }) => index === piece.index);
    if (piece.id) return this.#calls.findIndex(({ id }) => id === piece.id);
    return piece.name && this.#calls.at(-1)?.name ? -1 : this.#calls.length - 1;
  }
}
