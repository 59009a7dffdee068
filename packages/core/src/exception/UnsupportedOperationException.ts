import { ToolwrightException } from './ToolwrightException.js';

/** An operation that this object does not offer. */
export class UnsupportedOperationException extends ToolwrightException {
  override readonly code: string = 'UNSUPPORTED_OPERATION';
}
