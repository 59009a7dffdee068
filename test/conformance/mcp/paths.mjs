import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
/** This folder, or another one where its packages are installed. */
export const folder = process.env.MCP_CONFORMANCE_FOLDER ?? fileURLToPath(new URL('.', import.meta.url));
/** The fixtures, which are written with the public names of packages/mcp only. */
export const fixtures = join(root, 'packages/mcp/dist-test/conformance');
export const node22 = join(folder, 'node_modules/node/bin/node');
export const loopback = fileURLToPath(new URL('loopback.mjs', import.meta.url));
