import type { AbstractClassType } from '@toolwright/core';
import type { PackageLookup } from '../condition/PackageLookup.js';
import type { FailureAnalyzer } from '../diagnostics/FailureAnalyzer.js';
import type { EnvironmentOptions } from '../env/prepareEnvironment.js';
import type { ApplicationListener } from '../lifecycle/ApplicationEvent.js';

/** How an application is run. */
export interface RunOptions extends EnvironmentOptions {
  /** Auto-configurations beside those of the application class and those that are discovered. */
  readonly autoConfigurations?: readonly AbstractClassType[];
  /** Whether dependencies of the application are searched for auto-configurations; default true. */
  readonly discover?: boolean;
  /**
   * The folder from which installed packages are looked up; its nearest package.json lists the dependencies. Default: the
   * folder of the module that Node.js was started with; the working directory where that is part of a dependency.
   */
  readonly root?: string;
  /** Finds installed packages; default: those that Node.js would find from {@link root}. */
  readonly packages?: PackageLookup;
  /** Whether SIGTERM and SIGINT close the context and end the process; default true. */
  readonly registerShutdownHook?: boolean;
  /**
   * Whether beans are only registered: the context is returned after the event `prepared`, nothing but properties classes
   * is made before it is asked for, no runner is called, and the process is left alone. For tools that look at an
   * application without running it; default false.
   */
  readonly inspect?: boolean;
  /** Whether log lines go through pino by `logging.*`; default true. False leaves the log provider in place as it is. */
  readonly logging?: boolean;
  /** Asked before the built-in ones when the start fails. */
  readonly failureAnalyzers?: readonly FailureAnalyzer[];
  /** Told of every step of the start. */
  readonly listeners?: readonly ApplicationListener[];
  /** Takes the failure analysis and the condition report; default: written to standard error. */
  readonly output?: (text: string) => void;
}
