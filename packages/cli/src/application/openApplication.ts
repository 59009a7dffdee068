import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApplicationContext } from '@toolwright/boot';
import type { AbstractClassType } from '@toolwright/core';
import { divertStandardOutput, type Terminal } from '../output/Terminal.js';
import { ApplicationFailedException } from './ApplicationFailedException.js';
import { ApplicationPackages } from './ApplicationPackages.js';
import { findApplication } from './ApplicationReference.js';
import { UsageException } from './UsageException.js';

/** The application's own copy of the container. */
export type Boot = typeof import('@toolwright/boot');

/** Which application is looked at, and how. */
export interface ApplicationOptions {
  /** `path#Export`; default: what package.json of the working directory names. */
  readonly app?: string | undefined;
  /** The folder that holds the application's configuration files; default the working directory. */
  readonly config?: string | undefined;
  /** Arguments of the application itself. */
  readonly args: readonly string[];
}

/** An application whose beans are registered, but not made. */
export interface InspectedApplication {
  /** The name of its class. */
  readonly name: string;
  readonly context: ApplicationContext;
  readonly boot: Boot;
  readonly packages: ApplicationPackages;
}

/** An application that runs. */
export type RunningApplication = Pick<InspectedApplication, 'context' | 'packages'>;

/**
 * Registers the beans of an application without running it, gives it to `use`, and closes it. No runner is called, and no
 * bean is made that `use` does not ask for.
 *
 * @throws {UsageException} if there is no such application
 * @throws {ApplicationFailedException} if its module cannot be loaded or its registration fails, or something that `use`
 *   asked of it; the application's failure analysis is printed by then
 */
export async function withApplication<T>(
  options: ApplicationOptions,
  terminal: Terminal,
  use: (application: InspectedApplication) => Promise<T>,
): Promise<T> {
  const restore = divertStandardOutput();
  try {
    const { type, boot, packages, modulePath } = await loadApplication(options, terminal);
    const context = await start(boot, type, modulePath, options, terminal, true);
    try {
      return await use({ name: type.name, context, boot, packages });
    } catch (cause) {
      throw explained(cause, boot, terminal, context);
    } finally {
      await context.close();
    }
  } finally {
    restore();
  }
}

/**
 * Runs an application as it would run by itself: its runners are called, and a signal ends it.
 *
 * @param prepare called with its packages, before it is loaded
 * @throws {UsageException} if there is no such application
 * @throws {ApplicationFailedException} if it cannot be started; its failure analysis is printed by then
 */
export async function runApplication(
  options: ApplicationOptions,
  terminal: Terminal,
  prepare?: (packages: ApplicationPackages) => Promise<void>,
): Promise<RunningApplication> {
  const restore = divertStandardOutput();
  const { type, boot, packages, modulePath } = await loadApplication(options, terminal, prepare).finally(restore);
  return { context: await start(boot, type, modulePath, options, terminal, false), packages };
}

async function loadApplication(
  options: ApplicationOptions,
  terminal: Terminal,
  prepare?: (packages: ApplicationPackages) => Promise<void>,
) {
  const { modulePath, exportName } = findApplication(options.app, process.cwd());
  requireFolder(options.config);
  const packages = new ApplicationPackages(modulePath);
  await prepare?.(packages);
  const boot = await loadBoot(packages, modulePath);
  const type = applicationClass(await loadModule(modulePath, boot, terminal), exportName, modulePath, boot);
  return { type, boot, packages, modulePath };
}

/** The container takes a missing folder for one without files; who names one means it. */
function requireFolder(config: string | undefined): void {
  if (config === undefined || statSync(config, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UsageException(
    `There is no folder '${config}': --config names the one that holds the configuration files.`,
  );
}

async function loadBoot(packages: ApplicationPackages, modulePath: string): Promise<Boot> {
  const boot = await packages.load<Boot>('@toolwright/boot');
  if (!boot) {
    throw new UsageException(
      `No application: the package of ${modulePath} has no @toolwright/boot. Install it: npm install @toolwright/starter`,
    );
  }
  if (typeof (boot as Partial<Boot>).configurationReport !== 'function') {
    throw new UsageException(
      'The application has an older @toolwright/boot. Update it: npm install @toolwright/boot@latest',
    );
  }
  return boot;
}

async function loadModule(modulePath: string, boot: Boot, terminal: Terminal): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(modulePath).href)) as Record<string, unknown>;
  } catch (cause) {
    throw explained(cause, boot, terminal);
  }
}

function applicationClass(
  loaded: Readonly<Record<string, unknown>>,
  exportName: string | undefined,
  modulePath: string,
  boot: Boot,
): AbstractClassType {
  const exported = Object.keys(loaded);
  if (exportName !== undefined) {
    const chosen = loaded[exportName];
    if (typeof chosen === 'function') return chosen as AbstractClassType;
    throw new UsageException(
      `${modulePath} exports no class '${exportName}'. It exports: ${exported.join(', ') || 'nothing'}.`,
    );
  }
  const found = [...new Set(Object.values(loaded))].filter((value) => boot.isBootApplication(value));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const several = found.length > 1;
  throw new UsageException(
    several
      ? `${modulePath} exports several applications: choose one, such as --app ${modulePath}#${found[0]?.name ?? ''}.`
      : `${modulePath} exports no class with @BootApplication. It exports: ${exported.join(', ') || 'nothing'}.`,
  );
}

async function start(
  boot: Boot,
  type: AbstractClassType,
  modulePath: string,
  { config, args }: ApplicationOptions,
  terminal: Terminal,
  inspect: boolean,
): Promise<ApplicationContext> {
  try {
    return await boot.ApplicationContext.run(type, {
      args,
      ...(config === undefined ? {} : { config }),
      root: dirname(modulePath),
      inspect,
      registerShutdownHook: !inspect,
      output: (text) => {
        terminal.err(text);
      },
    });
  } catch (cause) {
    throw new ApplicationFailedException('The application cannot be started.', true, { cause });
  }
}

/** Prints what the container knows about a failure. */
function explained(
  cause: unknown,
  boot: Boot,
  terminal: Terminal,
  context?: ApplicationContext,
): UsageException | ApplicationFailedException {
  if (cause instanceof UsageException) return cause;
  const failure = cause instanceof Error ? cause : new Error(String(cause));
  const text = boot.describeFailure(failure, [], context?.environment);
  if (text !== null) terminal.err(text);
  return new ApplicationFailedException(failure.message, text !== null, { cause });
}
