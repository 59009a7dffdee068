import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { autoConfigurations } from '@toolwright/autoconfigure';
import {
  configurationSchema,
  describeProperties,
  type JsonSchema,
  prepareEnvironment,
  type PropertyEntry,
} from '@toolwright/boot';
import { ApplicationContextRunner } from '@toolwright/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv, type ValidateFunction } from 'ajv';

const configFolder = join(process.cwd(), 'config');
/** Words of `describeProperties` and the JSON type that the schema has for them. */
const JSON_TYPES: Readonly<Record<string, string | undefined>> = {
  int: 'integer',
  number: 'number',
  boolean: 'boolean',
  duration: 'number',
  'data size': 'number',
};

interface Node extends JsonSchema {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly anyOf?: readonly Node[];
  readonly allOf?: readonly Node[];
}

/** The keys as objects in each other, values as text, as they would stand in YAML. */
function treeOf(entries: readonly PropertyEntry[]): object {
  const root: Record<string, unknown> = {};
  for (const { name, value } of entries) {
    let node = root;
    for (const { text } of name.elements.slice(0, -1)) node = (node[text] ??= {}) as Record<string, unknown>;
    node[name.elements.at(-1)?.text ?? ''] = value;
  }
  return root;
}

describe('the JSON Schema of all keys', () => {
  let schema: Node;
  let validate: ValidateFunction;
  let described: ReturnType<typeof describeProperties>;

  beforeAll(async () => {
    const runner = new ApplicationContextRunner().withAutoConfiguration(...autoConfigurations);
    await runner.run(({ context }) => {
      schema = configurationSchema(context.propertiesClasses, context.otherKeys);
      described = context.propertiesClasses.flatMap(describeProperties);
    });
    validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
  });

  /** The schema of a key; `*` and `[*]` stand for the entries of a map and the elements of a list. */
  const at = (key: string): Node | undefined =>
    key
      .replaceAll('[*]', '.[*]')
      .split('.')
      .reduce<Node | undefined>((node, part) => {
        if (part === '[*]') return node?.anyOf?.[0]?.['items'] as Node | undefined;
        if (part !== '*') return node?.properties?.[part];
        const definition = String(node?.allOf?.[0]?.['$ref']).replace('#/definitions/', '');
        return (schema['definitions'] as Record<string, Node>)[definition]?.['additionalProperties'] as
          | Node
          | undefined;
      }, schema);

  it('[BH-08] has every key of every properties class, with type, default, values and description', () => {
    expect(described.length).toBeGreaterThan(20);
    for (const { key, type, defaultValue, validValues, description, secret } of described) {
      const node = at(key);
      expect([key, node === undefined]).toEqual([key, false]);
      expect([key, node?.['description'] ?? null]).toEqual([key, description]);
      const plain = defaultValue instanceof Map ? Object.fromEntries(defaultValue) : (defaultValue ?? undefined);
      expect([key, node?.['default']]).toEqual([key, secret ? undefined : plain]);
      if (validValues.length > 0 && type === 'enum') expect(node?.anyOf?.[0]?.['enum']).toEqual(validValues);
      const jsonType = JSON_TYPES[type];
      if (jsonType !== undefined) expect([key, node?.anyOf?.[0]?.['type']]).toEqual([key, jsonType]);
    }
  });

  it('[BH-08] has no key that no class has, and a description of each', () => {
    // A map or list of objects is a leaf here, and its fields are keys there.
    const known = new Set(described.map(({ key }) => key.replace(/(\.\*|\[\*\]).*$/, '')));
    const leaves: string[] = [];
    const walk = (node: Node, path: readonly string[]): void => {
      for (const [part, child] of Object.entries(node.properties ?? {})) {
        if (child.properties) walk(child, [...path, part]);
        else leaves.push([...path, part].join('.'));
      }
    };
    walk(schema, []);
    // Keys without a class are those that the container and conditions read.
    const others = leaves.filter((key) => !known.has(key));
    expect(others.every((key) => Object.keys(at(key) ?? {}).length === 0)).toBe(true);
    expect(others).toContain('debug');
    expect(described.filter(({ description }) => description === null).map(({ key }) => key)).toEqual([]);
  });

  it.each(readdirSync(configFolder))('[BH-08] accepts config/%s', async (file) => {
    const environment = await prepareEnvironment({
      env: {},
      config: configFolder,
      args: [`--config.location=${file}`],
    });
    const source = environment.propertySources.find(({ name }) => name.endsWith(file));
    expect(source?.entries.length).toBeGreaterThan(0);
    validate(treeOf(source?.entries ?? []));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('[BH-08] refuses a mistyped key and a wrong value', () => {
    expect(validate({ tools: { limits: { 'max-total-tool-cals': 5 } } })).toBe(false);
    expect(validate({ tools: { limits: { 'max-total-tool-calls': 'many' } } })).toBe(false);
    expect(validate({ tools: { limits: { 'on-limit-exceeded': 'throe' } } })).toBe(false);
  });
});
