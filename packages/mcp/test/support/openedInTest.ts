import { afterEach, beforeEach } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';

/** What is closed after the test, the last opened first. */
export const closing: { close(): Promise<void> }[] = [];

/** What the test has logged. */
export let log: RecordingLogProvider;

/** Records the log of every test of a suite, and closes what it has put into {@link closing}. */
export function closeAfterEachTest(): void {
  beforeEach(() => {
    log = RecordingLogProvider.install();
  });
  afterEach(async () => {
    for (const open of closing.splice(0).reverse()) await open.close();
    log.uninstall();
  });
}
