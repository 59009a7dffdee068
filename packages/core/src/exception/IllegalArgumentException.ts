import { ToolwrightException } from './ToolwrightException.js';

/** An argument that the called function cannot work with; the message says which one and why. */
export class IllegalArgumentException extends ToolwrightException {
  override readonly code: string = 'ILLEGAL_ARGUMENT';
}
