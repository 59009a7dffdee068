import type { Start } from './bootParts.js';

/** Node.js alone: what nobody can be faster than. */
export const start: Start = (tools) => Promise.resolve({ client: null, tools });
