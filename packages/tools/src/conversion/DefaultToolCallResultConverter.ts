import type { MaybePromise } from '@toolwright/core';
import { ToolCallResultConverter } from '../execution/ToolCallResultConverter.js';
import { isBinary, type ToolBinary, toBinary } from './ToolBinary.js';
import { isJsonReady, toJsonValue } from './toJsonValue.js';

/** Text that can only be JSON if it starts like this; everything else is quoted without a try. */
const MAY_BE_JSON = /^\s*(?:[[{"\-\d]|(?:true|false|null)\s*$)/;

/**
 * Writes results as JSON. A text that is JSON as a whole is forwarded byte for byte, any other text is quoted; no value
 * is `"Done"`; bytes become `{"mimeType":…,"data":"<base64>"}`.
 */
export class DefaultToolCallResultConverter extends ToolCallResultConverter {
  /** @throws {TypeError} if the result contains itself */
  override convert(result: unknown, returnType?: unknown): MaybePromise<string> {
    if (typeof result === 'string') return isJson(result) ? result : JSON.stringify(result);
    if (result === undefined || returnType === 'void') return '"Done"';
    if (typeof result === 'object' && result !== null && isBinary(result)) return convertBinary(result);
    const text = JSON.stringify(isJsonReady(result) ? result : toJsonValue(result)) as string | undefined;
    // A symbol has no JSON.
    return text ?? 'null';
  }
}

function isJson(text: string): boolean {
  if (!MAY_BE_JSON.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function convertBinary(value: Uint8Array | Blob | ToolBinary): Promise<string> {
  try {
    const { mimeType, data } = await toBinary(value);
    const base64 = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
    return JSON.stringify({ mimeType, data: base64 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `Failed to convert tool result to a base64 image: ${reason}`;
  }
}
