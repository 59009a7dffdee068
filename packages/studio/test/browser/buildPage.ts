import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Builds the page, unless what is there was built from the same files. */
export async function buildPage(): Promise<void> {
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../scripts/build-ui.mjs', import.meta.url))]);
}
