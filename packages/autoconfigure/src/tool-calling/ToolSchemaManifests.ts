import { ContextInitializer, PreDestroy } from '@toolwright/boot';
import { ToolSchemaManifest } from '@toolwright/tools';

/** The manifests of an application; they count from its start to its end. */
export class ToolSchemaManifests extends ContextInitializer {
  readonly #paths: readonly string[];
  readonly #strict: boolean;
  readonly #loaded: ToolSchemaManifest[] = [];

  /**
   * @param paths files, relative to the working folder
   * @param strict whether a manifest that is older than its sources is an error (JS-45)
   */
  constructor(paths: readonly string[], strict: boolean) {
    super();
    this.#paths = paths;
    this.#strict = strict;
  }

  /** The manifests that count. */
  get loaded(): readonly ToolSchemaManifest[] {
    return this.#loaded;
  }

  /** @throws {IllegalStateException} if one cannot be read, or, if strict, is older than a source */
  override initialize(): void {
    for (const path of this.#paths) this.#loaded.push(ToolSchemaManifest.load(path, { strict: this.#strict }));
  }

  /** Makes the manifests count no longer. */
  @PreDestroy()
  unload(): void {
    for (const manifest of this.#loaded.splice(0)) manifest.unregister();
  }
}
