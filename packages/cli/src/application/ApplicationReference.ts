import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { UsageException } from './UsageException.js';

const HINT =
  'Name it in package.json, "toolwright": { "application": "./dist/Application.js" }, or pass --app path#Export.';

/** Where the class of an application is found. */
export interface ApplicationReference {
  /** The real path of its module. */
  readonly modulePath: string;
  /** The name of the export; undefined: the one that is an application. */
  readonly exportName: string | undefined;
}

/**
 * Finds the application.
 *
 * @param app `path#Export`: a module, or a folder whose package.json names one; default the folder `from`
 * @param from the folder that a relative path counts from
 * @throws {UsageException} if there is no such module
 */
export function findApplication(app: string | undefined, from: string): ApplicationReference {
  const { path, exportName } = split(app ?? '.');
  const target = resolve(from, path);
  if (!existsSync(target)) throw new UsageException(`There is no '${path}': --app names a module or a folder.`);
  if (!statSync(target).isDirectory()) return { modulePath: realpathSync(target), exportName };
  const announced = announcedIn(target, from);
  return { ...announced, exportName: exportName ?? announced.exportName };
}

function announcedIn(folder: string, from: string): ApplicationReference {
  const manifestPath = join(folder, 'package.json');
  const shown = relative(from, manifestPath) || manifestPath;
  if (!existsSync(manifestPath)) throw new UsageException(`No application: there is no ${shown}. ${HINT}`);
  let entry: unknown;
  try {
    const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as {
      readonly toolwright?: { readonly application?: unknown };
    };
    entry = manifest.toolwright?.application;
  } catch (cause) {
    throw new UsageException(`${shown} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  if (entry === undefined) throw new UsageException(`No application: ${shown} does not name one. ${HINT}`);
  if (typeof entry !== 'string') {
    throw new UsageException(`toolwright.application of ${shown} must be a text such as "./dist/Application.js".`);
  }
  const { path, exportName } = split(entry);
  const modulePath = resolve(dirname(manifestPath), path);
  if (!existsSync(modulePath)) {
    throw new UsageException(
      `toolwright.application of ${shown} names '${path}', which does not exist. Is the application built?`,
    );
  }
  return { modulePath: realpathSync(modulePath), exportName };
}

function split(text: string): { readonly path: string; readonly exportName: string | undefined } {
  const hash = text.lastIndexOf('#');
  if (hash < 0) return { path: text, exportName: undefined };
  return { path: text.slice(0, hash) || '.', exportName: text.slice(hash + 1) || undefined };
}
