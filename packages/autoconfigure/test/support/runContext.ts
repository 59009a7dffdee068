import { ApplicationContext, BootApplication } from '@toolwright/boot';
import type { ClassType } from '@toolwright/core';

/** What a test context is made of. */
export interface TestContextParts {
  readonly autoConfigurations: readonly ClassType[];
  readonly properties?: Readonly<Record<string, string>>;
  /** Configurations of the application itself. */
  readonly configurations?: readonly ClassType[];
  /** Takes what is printed when the start fails. */
  readonly output?: (text: string) => void;
}

/** Starts a context that reads no files, no environment and no installed packages. */
export async function runContext(parts: TestContextParts): Promise<ApplicationContext> {
  @BootApplication({ imports: [...(parts.configurations ?? [])], autoConfigurations: [...parts.autoConfigurations] })
  class TestApplication {}

  return ApplicationContext.run(TestApplication, {
    args: [],
    env: {},
    config: null,
    properties: parts.properties ?? {},
    discover: false,
    registerShutdownHook: false,
    logging: false,
    output: parts.output ?? (() => {}),
  });
}
