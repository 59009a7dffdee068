import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClassType } from '@toolwright/core';
import { describeConfiguration, describeDefault, type DescribedProperty } from '@toolwright/boot';
import { ApplicationContextRunner } from '@toolwright/testing';
import { ROOT } from '../snippets/pages.mjs';
import { GROUPS, type KeyGroup } from './keyGroups.js';

/** The page that has the reference. */
export const REFERENCE = join(ROOT, 'docs/configuration-reference.md');

const INTRODUCTION = `---
outline: 2
---

# All configuration keys

<!-- Written by \`npm run docs:reference\` from the properties classes. Change their descriptions, not this page. -->

Every key of the framework: what it takes, its default, and what it does. How files, variables and arguments set a key, and which
one wins, is told in [configuration](configuration.md); \`toolwright config\` shows the same keys with the values of an
application.

- Words in a key may be joined by hyphens, underscores or capitals: \`max-rounds\`, \`max_rounds\` and \`maxRounds\` are one.
- \`<name>\` stands for a name of your choice. A list is written with commas, or as \`key[0]\`, \`key[1]\`.
- Durations are \`500ms\`, \`30s\`, \`5m\`, \`2h\`, \`7d\` or \`PT1M\`; sizes \`512B\`, \`10KB\`, \`4MB\`.
- Allowed values are read in any case, with or without hyphens.
- Every key is read with \`spring.ai.\` in front of it too. Where Spring AI or Spring Boot has the key, its name there is given.
`;

/**
 * The reference of all keys as Markdown, from the properties classes of every package that announces auto-configurations.
 *
 * @throws {Error} if a key has no description or belongs to no group
 */
export async function configurationReference(): Promise<string> {
  const [described, springKeys] = await Promise.all([describedProperties(), keysOfSpring()]);
  const byGroup = new Map<KeyGroup, DescribedProperty[]>(GROUPS.map((group) => [group, []]));
  for (const property of described) {
    const group = groupOf(property.key);
    if (!group) throw new Error(`${property.key} belongs to no group of keyGroups.ts`);
    byGroup.get(group)?.push(property);
  }
  const parts = [...byGroup].map(([group, properties]) => sectionOf(group, properties, byGroup, springKeys));
  return [INTRODUCTION, ...parts].join('\n');
}

/** What all packages of the workspace with auto-configurations declare. */
export async function describedProperties(): Promise<readonly DescribedProperty[]> {
  const names = (await readdir(join(ROOT, 'packages'))).sort();
  const found = await Promise.all(names.map((name) => autoConfigurationsOf(join(ROOT, 'packages', name))));
  let described: readonly DescribedProperty[] = [];
  await new ApplicationContextRunner().withAutoConfiguration(...found.flat()).run(({ context }) => {
    described = describeConfiguration(context.environment, context.propertiesClasses, context.otherKeys);
  });
  return described;
}

async function autoConfigurationsOf(folder: string): Promise<readonly ClassType[]> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly toolwright?: { readonly autoConfiguration?: string };
  };
  const module = manifest.toolwright?.autoConfiguration;
  if (module === undefined) return [];
  const loaded = (await import(pathToFileURL(join(folder, module)).href)) as {
    default: readonly ClassType[] | ClassType;
  };
  return [loaded.default].flat();
}

/** The names that Spring AI and Spring Boot have for keys, by ours, from the page of them. */
async function keysOfSpring(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(join(ROOT, 'docs/spring-keys.md'), 'utf8');
  const ofSpringAi = [...page.matchAll(/^\| `(spring\.ai\.[^`]+)` \| `([^`]+)` \|/gm)].map(
    ([, spring = '', ours = '']) => [ours, spring] as const,
  );
  const ofSpringBoot = [...page.slice(0, page.indexOf('|')).matchAll(/`spring\.((?!ai\b)[\w.-]+)`/g)].map(
    ([, key = '']) => [key, `spring.${key}`] as const,
  );
  return new Map([...ofSpringAi, ...ofSpringBoot]);
}

function groupOf(key: string): KeyGroup | undefined {
  return GROUPS.filter(({ prefix }) => key === prefix || key.startsWith(`${prefix}.`)).sort(
    (a, b) => b.prefix.length - a.prefix.length,
  )[0];
}

function sectionOf(
  group: KeyGroup,
  properties: readonly DescribedProperty[],
  byGroup: ReadonlyMap<KeyGroup, readonly DescribedProperty[]>,
  springKeys: ReadonlyMap<string, string>,
): string {
  const heading = `## ${group.title}\n\n${group.text}\n`;
  if (group.sameAs === undefined) {
    return [heading, ...properties.map((property) => entryOf(property, springKeys))].join('\n');
  }
  const others = [...byGroup].find(([{ prefix }]) => prefix === group.sameAs)?.[1] ?? [];
  const rest = (keys: readonly DescribedProperty[], prefix: string) =>
    keys.map(({ key }) => key.slice(prefix.length)).join();
  if (rest(properties, group.prefix) !== rest(others, group.sameAs)) {
    throw new Error(`${group.prefix} does not have the keys of ${group.sameAs}`);
  }
  return heading;
}

function entryOf(property: DescribedProperty, springKeys: ReadonlyMap<string, string>): string {
  if (property.description === null) throw new Error(`${property.key} has no description`);
  const key = shownKey(property);
  const spring = springKeys.get(key);
  const initial = describeDefault(property);
  const facts = [
    kindOf(property),
    ...(initial === '' ? [] : [`default \`${initial}\``]),
    ...(property.secret ? ['secret'] : []),
    ...(spring === undefined ? [] : [`\`${spring}\``]),
  ];
  return `### \`${key}\`\n\n${asMarkdown(property.description)}\n\n${facts.join(' · ')}\n`;
}

/** A description, which is plain text with code in backticks. */
function asMarkdown(text: string): string {
  const parts = text.split(/(`[^`]*`)/);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\<*_[\]]/g, '\\$&'))).join('');
}

/** `[*]` and `.*` as a reader would replace them. */
function shownKey({ key, type }: DescribedProperty): string {
  const whole = type.startsWith('map of ') ? `${key}.<name>` : key;
  return whole.replaceAll('[*]', '[0]').replaceAll('.*', '.<name>');
}

function kindOf({ type, validValues, minimum, maximum }: DescribedProperty): string {
  const single = type.replace(/^(list|map) of /, '');
  const words = { string: 'text', text: 'text', int: 'integer', boolean: '`true` or `false`' }[single] ?? single;
  const item = validValues.length > 0 ? validValues.map((value) => `\`${value}\``).join(', ') : words;
  const bounded = boundsOf(single, minimum, maximum);
  if (!type.startsWith('list of ')) return `${item}${bounded}`;
  return validValues.length > 0 ? `list of ${item}` : `list of ${item}s${bounded}`;
}

/** Bounds that say more than the type does. */
function boundsOf(type: string, minimum: number | null, maximum: number | null): string {
  if (type === 'duration' || type === 'data size') return minimum === null || minimum === 0 ? '' : ', more than 0';
  // The whole range of 32 bits is no bound that a reader would meet.
  const low = minimum === null || minimum <= -(2 ** 31) + 1 ? null : minimum;
  const high = maximum === null || maximum >= 2 ** 31 - 2 ? null : maximum;
  if (low !== null && high !== null) return ` from ${low} to ${high}`;
  if (low !== null) return `, at least ${low}`;
  return high === null ? '' : `, at most ${high}`;
}
