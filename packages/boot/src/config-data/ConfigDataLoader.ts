import { dirname, extname, join } from 'node:path';
import { IllegalArgumentException } from '@toolwright/core';
import { ListedPropertySource } from '../env/ListedPropertySource.js';
import type { Origin } from '../env/Origin.js';
import { PropertyName } from '../env/PropertyName.js';
import type { PropertySource } from '../env/PropertySource.js';
import { type ListItem, readList } from '../env/readList.js';
import { StandardEnvironment } from '../env/StandardEnvironment.js';
import { ConfigDataLocation } from './ConfigDataLocation.js';
import { ConfigDataLocationNotFoundException } from './ConfigDataLocationNotFoundException.js';
import type { ConfigDocument } from './ConfigDocument.js';
import { InvalidConfigDataPropertyException } from './InvalidConfigDataPropertyException.js';
import type { Profiles } from './Profiles.js';
import { CONFIG_FILE_EXTENSIONS, displayPath, readConfigFile } from './readConfigFile.js';
import { isDirectory, readConfigTree } from './readConfigTree.js';

/** Keys that choose profiles and so cannot stand where profiles already decided. */
const PROFILE_CHOICES = ['profiles.active', 'profiles.include', 'profiles.default'].map((key) => PropertyName.of(key));
const ON_PROFILE = PropertyName.of('config.activate.on-profile');
const IMPORT = PropertyName.of('config.import');

/** Locations that are searched one after the other; profiles count more than their sequence. */
interface LocationGroup {
  readonly locations: readonly ConfigDataLocation[];
  readonly origin: Origin | undefined;
}

/**
 * Finds and reads the configuration files of an application (BS-03 to BS-14).
 *
 * Files are read once, however often {@link load} is called.
 */
export class ConfigDataLoader {
  readonly #base: string;
  /** Sources above the files: they say where to search, and placeholders in the files may use them. */
  readonly #above: readonly PropertySource[];
  readonly #below: PropertySource;
  readonly #baseNames: readonly string[];
  readonly #groups: readonly LocationGroup[];
  readonly #ignoreMissing: boolean;
  readonly #files = new Map<string, Promise<readonly ConfigDocument[] | null>>();

  /**
   * @param base the directory that relative locations count from
   * @param above sources of higher precedence than files, highest first
   * @param below the source of lower precedence
   */
  constructor(base: string, above: readonly PropertySource[], below: PropertySource) {
    this.#base = base;
    this.#above = above;
    this.#below = below;
    const environment = new StandardEnvironment([...above, below]);
    const names = readList(environment, PropertyName.of('config.name'))?.map(({ value }) => value);
    this.#baseNames = names && names.length > 0 ? names : ['application'];
    this.#groups = locationGroups(environment);
    this.#ignoreMissing = environment.getProperty('config.on-not-found')?.trim().toLowerCase() === 'ignore';
  }

  /**
   * Reads all files.
   *
   * @param profiles null: they are not known yet, so nothing that depends on them is read
   * @returns sources, lowest precedence first
   * @throws {ConfigDataLocationNotFoundException} for a location that is not optional and does not exist
   * @throws {InvalidConfigDataPropertyException} for a key that chooses profiles where they already decided
   * @throws {ConfigFileFormatException} for a file that cannot be read
   */
  async load(profiles: Profiles | null): Promise<readonly PropertySource[]> {
    const pass = new Pass(profiles);
    for (const { locations, origin } of this.#groups) {
      for (const location of locations) await this.#addLocation(pass, location, this.#base, origin, null);
    }
    for (const { locations, origin } of this.#groups) {
      for (const profile of profiles?.accepted ?? []) {
        for (const location of locations) await this.#addLocation(pass, location, this.#base, origin, profile);
      }
    }
    return pass.sources;
  }

  /** @param profile read the variant of this profile instead; a variant may always be missing */
  async #addLocation(
    pass: Pass,
    location: ConfigDataLocation,
    base: string,
    origin: Origin | undefined,
    profile: string | null,
  ): Promise<void> {
    const required = profile === null && !location.optional && !this.#ignoreMissing;
    for (const path of await location.paths(base)) {
      const found = await this.#addPath(pass, location, path, profile);
      if (!found && required) throw new ConfigDataLocationNotFoundException(location.text, origin);
    }
  }

  async #addPath(pass: Pass, location: ConfigDataLocation, path: string, profile: string | null): Promise<boolean> {
    if (location.kind === 'tree') {
      const entries = profile === null ? await readConfigTree(path) : null;
      if (entries) pass.sources.push(new ListedPropertySource(displayPath(path), entries));
      return entries !== null;
    }
    const suffix = profile === null ? '' : `-${profile}`;
    if (location.kind === 'file') {
      const extension = extname(path);
      return await this.#addFile(
        pass,
        path.slice(0, path.length - extension.length) + suffix + extension,
        suffix !== '',
      );
    }
    for (const name of this.#baseNames) {
      for (const extension of CONFIG_FILE_EXTENSIONS) {
        await this.#addFile(pass, join(path, name + suffix + extension), suffix !== '');
      }
    }
    return await isDirectory(path);
  }

  async #addFile(pass: Pass, path: string, profileSpecific: boolean): Promise<boolean> {
    let file = this.#files.get(path);
    if (!file) {
      file = readConfigFile(path);
      this.#files.set(path, file);
    }
    const documents = await file;
    if (documents) pass.files.add(path);
    for (const document of documents ?? []) await this.#addDocument(pass, path, document, profileSpecific);
    return documents !== null;
  }

  async #addDocument(pass: Pass, path: string, document: ConfigDocument, profileSpecific: boolean): Promise<void> {
    const source = new ListedPropertySource(displayPath(path), document.entries);
    const expressions = this.#listIn(pass, source, ON_PROFILE);
    if (expressions.length > 0) {
      const { profiles } = pass;
      if (!profiles || !expressions.some((expression) => matches(profiles, expression))) return;
    }
    if (profileSpecific || expressions.length > 0) rejectProfileChoice(source);
    pass.sources.push(source);
    for (const { value, origin } of this.#listIn(pass, source, IMPORT)) {
      for (const location of ConfigDataLocation.list(value)) {
        await this.#import(pass, location, dirname(path), origin);
      }
    }
  }

  async #import(pass: Pass, location: ConfigDataLocation, base: string, origin: Origin): Promise<void> {
    const identity = `${location.kind} ${(await location.paths(base)).join(' ')}`;
    if (pass.imported.has(identity)) return;
    pass.imported.add(identity);
    if (location.kind === 'file' && (await location.paths(base)).every((path) => pass.files.has(path))) return;
    await this.#addLocation(pass, location, base, origin, null);
    for (const profile of pass.profiles?.accepted ?? []) await this.#addLocation(pass, location, base, origin, profile);
  }

  /** A list that one document has, its placeholders resolved against all that is known so far. */
  #listIn(pass: Pass, document: PropertySource, name: PropertyName): readonly ListItem[] {
    if (!document.find(name) && document.descendants(name).length === 0) return [];
    const known = new StandardEnvironment([...this.#above, document, ...pass.sources.toReversed(), this.#below]);
    const resolvePlaceholders = (text: string): string => known.resolvePlaceholders(text);
    return readList({ propertySources: [document], resolvePlaceholders }, name) ?? [];
  }
}

/** What one {@link ConfigDataLoader.load} has gathered. */
class Pass {
  /** Lowest precedence first. */
  readonly sources: PropertySource[] = [];
  readonly imported = new Set<string>();
  /** Paths of the files that are in it, found or imported. */
  readonly files = new Set<string>();

  constructor(readonly profiles: Profiles | null) {}
}

function locationGroups(environment: StandardEnvironment): readonly LocationGroup[] {
  const named = (key: string): readonly LocationGroup[] =>
    (readList(environment, PropertyName.of(key)) ?? []).map(({ value, origin }) => ({
      locations: value.split(';').flatMap((part) => ConfigDataLocation.list(part)),
      origin,
    }));
  const replaced = named('config.location');
  const defaults: LocationGroup = {
    locations: ['./', './config/', './config/*/'].map((path) => new ConfigDataLocation(`optional:${path}`)),
    origin: undefined,
  };
  return [
    ...(replaced.length > 0 ? replaced : [defaults]),
    ...named('config.additional-location'),
    ...named('config.import'),
  ];
}

function matches(profiles: Profiles, { value, origin }: ListItem): boolean {
  try {
    return profiles.matches(value);
  } catch (error) {
    const at = origin.line === undefined ? origin.source : `${origin.source}:${origin.line}`;
    throw new IllegalArgumentException(`${error instanceof Error ? error.message : ''} at ${at}`, { cause: error });
  }
}

function rejectProfileChoice(source: PropertySource): void {
  for (const name of PROFILE_CHOICES) {
    const entry = source.find(name) ?? source.descendants(name)[0]?.entry;
    if (entry) throw new InvalidConfigDataPropertyException(name.toString(), source.name, entry.origin);
  }
}
