import { invalid } from '../http/RequestProblem.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** The part of a list that a request asks for. */
export function pageOf(query: URLSearchParams): { readonly cursor?: string; readonly limit: number } {
  const cursor = query.get('cursor');
  const limit = wholeNumber(query, 'limit', DEFAULT_LIMIT);
  if (cursor !== null && !/^\d{1,15}$/.test(cursor))
    throw invalid('cursor must be one that the page before has given.');
  return { ...(cursor !== null && { cursor }), limit: Math.min(Math.max(1, limit), MAX_LIMIT) };
}

/** @throws {RequestProblem} if the parameter is given and no whole number of at least 0 */
export function wholeNumber(query: URLSearchParams, name: string, initial: number): number {
  const text = query.get(name);
  if (text === null) return initial;
  if (!/^\d{1,15}$/.test(text)) throw invalid(`${name} must be a whole number of at least 0.`);
  return Number(text);
}
