import { lazyPackage } from '@toolwright/core';
import type { ToolReference } from '../ToolReference.js';

const nodeCrypto = lazyPackage<typeof import('node:crypto')>('node:crypto', import.meta.url);

/** Of lists that never change, so that a list that many sessions share is hashed once (Spec SX-01b). */
const fingerprints = new WeakMap<readonly ToolReference[], string>();

/** Covers everything that an index may search, in order, each part closed so that no two lists give the same text. */
export function fingerprintOfTools(tools: readonly ToolReference[]): string {
  let fingerprint = fingerprints.get(tools);
  if (fingerprint === undefined) {
    const hash = nodeCrypto().createHash('sha256');
    for (const { toolName, summary, parameters, category } of tools) {
      hash.update(JSON.stringify([toolName, summary, parameters ?? null, category ?? null]));
    }
    fingerprint = hash.digest('hex');
    fingerprints.set(tools, fingerprint);
  }
  return fingerprint;
}
