import { ToolwrightException } from './ToolwrightException.js';

/** A call at a moment, or on an object, in whose state it makes no sense. */
export class IllegalStateException extends ToolwrightException {
  override readonly code: string = 'ILLEGAL_STATE';
}
