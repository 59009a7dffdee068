import { lazyPackage } from '@toolwright/core';
import type { PendingApproval } from './PendingApproval.js';

const nodeCrypto = lazyPackage<typeof import('node:crypto')>('node:crypto', import.meta.url);

/**
 * What binds a decision to a call: a SHA-256 over the conversation, the call's id, its name and its arguments, in hex.
 * A user interface that shows a call can send the hash back with the decision (AP-09).
 *
 * @param conversationId null for a turn without conversation
 */
export function approvalHash(
  conversationId: string | null,
  { callId, name, arguments: args }: Pick<PendingApproval, 'callId' | 'name' | 'arguments'>,
): string {
  return sha256([conversationId, callId, name, args]);
}

/** SHA-256 of the JSON text of a value, in hex. */
export function sha256(value: unknown): string {
  return nodeCrypto().createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
