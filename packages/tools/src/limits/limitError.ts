import type { ToolResponseError } from '@toolwright/model';

/** What the response of a call says that a limit has kept from running, or has ended. */
export const LIMIT_ERROR: ToolResponseError = Object.freeze({ code: 'LIMIT_EXCEEDED', phase: 'limits' });
