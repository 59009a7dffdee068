import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const EXECUTABLE = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Starts the browser of the system, without a window. */
export async function launchChromium(): Promise<Browser> {
  if (!existsSync(EXECUTABLE)) {
    throw new Error(`The tests of the page need a browser, and there is no ${EXECUTABLE}: apt-get install chromium`);
  }
  // Without its sandbox, because it refuses to start for root with it; it opens this machine's own pages only.
  return await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
}
