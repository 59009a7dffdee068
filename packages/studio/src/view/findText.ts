import type { TextContent } from '../protocol/index.js';
import type { RecordedTurn } from '../recording/RecordedTurn.js';
import type { StoredText } from '../recording/StoredText.js';
import { ContentWriter } from './ContentWriter.js';
import { turnDetails } from './turnDetails.js';

/** The text of a turn that has this name in its details; undefined if there is none. */
export function findText(turn: RecordedTurn, ref: string): StoredText | undefined {
  const finder = new TextFinder(ref);
  turnDetails(turn, finder, null, '', null);
  return finder.found;
}

/** Looks at what is written instead of writing it, so that names of texts are made in one place only. */
class TextFinder extends ContentWriter {
  found: StoredText | undefined;
  readonly #ref: string;

  constructor(ref: string) {
    super(false, 0);
    this.#ref = ref;
  }

  override text(stored: StoredText, ref: string): TextContent {
    if (ref === this.#ref) this.found = stored;
    return super.text(stored, ref);
  }
}
