import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IllegalStateException, lazyPackage, LoggerFactory, requireNonNull } from '@toolwright/core';
import { registerManifest, unregisterManifest } from './registeredManifests.js';
import type { ToolSchemaManifestData } from './ToolSchemaManifestData.js';

/** How a manifest is loaded. */
export interface ToolSchemaManifestOptions {
  /** Whether a manifest that is older than its sources is an error rather than a warning; default false (JS-45). */
  readonly strict?: boolean;
  /** Whether the manifest is compared with its sources, where they exist; default unless `NODE_ENV` is `production`. */
  readonly checkSources?: boolean;
  /** The folder that the manifest's `root` starts from; default the folder of the file. An object has no default. */
  readonly baseDirectory?: string;
}

const logger = LoggerFactory.getLogger('toolwright.tools.schema');

const crypto = lazyPackage<typeof import('node:crypto')>('node:crypto', import.meta.url);

/**
 * What the schema build (`toolwright-schema`) found in the sources: interfaces, unions, literals, doc comments and
 * optional parameters, which leave no trace at run time. A loaded manifest counts for every tool of the process, behind
 * `@ToolParam` and in front of what the compiler's metadata say. Load it before the first tool is built.
 */
export class ToolSchemaManifest {
  readonly data: ToolSchemaManifestData;
  readonly #sourceFolder: string | undefined;

  private constructor(data: ToolSchemaManifestData, baseDirectory: string | undefined) {
    this.data = data;
    this.#sourceFolder = baseDirectory === undefined ? undefined : join(baseDirectory, data.root);
  }

  /**
   * Reads a manifest and makes it count. One that is loaded later is asked first.
   *
   * @param source the path or URL of the file, or its parsed content
   * @throws {IllegalStateException} if it cannot be read, has another version, or, with `strict`, is older than a source
   */
  static load(
    source: string | URL | ToolSchemaManifestData,
    options: ToolSchemaManifestOptions = {},
  ): ToolSchemaManifest {
    requireNonNull(source, 'source cannot be null');
    const file = source instanceof URL ? fileURLToPath(source) : source;
    const data = typeof file === 'string' ? readManifest(file) : file;
    if (data.version !== 1 || !Array.isArray(data.classes) || !Array.isArray(data.functions)) {
      throw new IllegalStateException(
        `${typeof file === 'string' ? file : 'The object'} is not a tool schema manifest of version 1; run ` +
          'toolwright-schema of the same release as @toolwright/tools.',
      );
    }
    const folder = options.baseDirectory ?? (typeof file === 'string' ? dirname(file) : undefined);
    const manifest = new ToolSchemaManifest(data, folder);
    if (options.checkSources ?? process.env['NODE_ENV'] !== 'production') {
      manifest.#reportStaleFiles(options.strict === true);
    }
    registerManifest(data);
    return manifest;
  }

  /** The sources that changed since the manifest was written. Sources that are not there are not compared. */
  staleFiles(): readonly string[] {
    const folder = this.#sourceFolder;
    if (folder === undefined) return [];
    return Object.keys(this.data.files).filter((file) => {
      const text = readIfThere(join(folder, file));
      return text !== undefined && hashSource(text) !== this.data.files[file];
    });
  }

  /** Makes the manifest count no longer. Tools that were built with it stay as they are. */
  unregister(): void {
    unregisterManifest(this.data);
  }

  #reportStaleFiles(strict: boolean): void {
    const stale = this.staleFiles();
    if (stale.length === 0) return;
    const message = `The tool schema manifest is older than ${stale.join(', ')}; run toolwright-schema.`;
    if (strict) throw new IllegalStateException(message);
    logger.warn(message);
  }
}

/** @internal The hash of a source in a manifest: the same for both kinds of line ends. */
export function hashSource(text: string): string {
  return crypto().createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

function readManifest(file: string): ToolSchemaManifestData {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ToolSchemaManifestData;
  } catch (cause) {
    throw new IllegalStateException(
      `Cannot read the tool schema manifest ${file}; run toolwright-schema to write it.`,
      { cause },
    );
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
