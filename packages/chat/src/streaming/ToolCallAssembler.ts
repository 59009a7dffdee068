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
 * Puts tool calls together that a model streams in pieces (CX-105). A piece continues the call of the same index, unless
 * it brings an id and a name of its own; one without an index the call of the same id, unless it brings another name; one
 * with neither the latest call, unless it brings a name.
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
  #positionOf({ index, id, name }: ToolCall): number {
    if (index !== undefined) {
      const position = this.#calls.findLastIndex((call) => call.index === index);
      const call = this.#calls[position];
      // Some providers number every call of a message 0.
      return id && name && call?.id && call.name && call.id !== id ? -1 : position;
    }
    if (id) {
      const position = this.#calls.findLastIndex((call) => call.id === id);
      const known = this.#calls[position]?.name;
      return name && known && known !== name ? -1 : position;
    }
    return name && this.#calls.at(-1)?.name ? -1 : this.#calls.length - 1;
  }
}
