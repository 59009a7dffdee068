import type { Candidate } from './Candidate.js';
import { findQuotedTexts } from './findQuotedTexts.js';

/** Stands in an argument until the result that it refers to is known. */
export const PREVIOUS_RESULT: unique symbol = Symbol('previous result');

const REFERENCES =
  /\b(?:(?:the|this|that|its|their) (?:result|results|answer|output|outcome|outputs|sum|total|product|value|number|text|file|page|first result|previous result)|(?<!\b(?:is|was|does|will|would|if) )it|its|this|that|them|those|these)\b(?! (?:is|are|was|were)\b)/gi;

/** The words of a later part of a request that refer to an earlier result, outside of quotation marks. */
export function findReferences(text: string): readonly Candidate[] {
  const quoted = findQuotedTexts(text);
  const found: Candidate[] = [];
  for (const { 0: match, index } of text.matchAll(REFERENCES)) {
    const end = index + match.length;
    if (quoted.some((literal) => index < literal.end && literal.start < end)) continue;
    found.push({ kind: 'reference', start: index, end, text: match, value: PREVIOUS_RESULT });
  }
  return found;
}
