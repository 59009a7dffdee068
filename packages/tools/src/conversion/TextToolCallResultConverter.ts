import type { MaybePromise } from '@toolwright/core';
import { DefaultToolCallResultConverter } from './DefaultToolCallResultConverter.js';

/** Like {@link DefaultToolCallResultConverter}, but texts are sent as they are and no value is `Done`, without quotes. */
export class TextToolCallResultConverter extends DefaultToolCallResultConverter {
  /** @throws {TypeError} if the result contains itself */
  override convert(result: unknown, returnType?: unknown): MaybePromise<string> {
    if (typeof result === 'string') return result;
    if (result === undefined || returnType === 'void') return 'Done';
    return super.convert(result, returnType);
  }
}
