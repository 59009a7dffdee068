import { hasText } from '@toolwright/core';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';

/** Helpers for advisors that look at streams. */
export const AdvisorUtils = Object.freeze({
  /** A test for chunks that end an answer: at least one result has a finish reason that is not blank (AD-17). */
  onFinishReason(): (response: ChatClientResponse) => boolean {
    return ({ chatResponse }) => chatResponse?.results?.some(({ metadata }) => hasText(metadata.finishReason)) ?? false;
  },
});
