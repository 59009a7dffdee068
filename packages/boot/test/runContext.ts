import { ApplicationContext, type RunOptions } from '@toolwright/boot';
import type { AbstractClassType } from '@toolwright/core';

/** Runs an application that sees nothing of the machine: no files, variables, packages or signals. */
export function runContext(application: AbstractClassType, options: RunOptions = {}): Promise<ApplicationContext> {
  return ApplicationContext.run(application, {
    args: [],
    env: {},
    config: null,
    discover: false,
    registerShutdownHook: false,
    logging: false,
    output: () => {},
    ...options,
  });
}

/** What a start fails with, and the analysis that it printed. */
export async function failureOf(
  application: AbstractClassType,
  options: RunOptions = {},
): Promise<{ readonly failure: Error; readonly printed: string }> {
  let printed = '';
  try {
    await runContext(application, { ...options, output: (text) => (printed += text) });
  } catch (failure) {
    return { failure: failure as Error, printed };
  }
  throw new Error('The start did not fail');
}
