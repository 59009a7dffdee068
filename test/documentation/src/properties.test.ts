import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { autoConfigurations } from '@toolwright/autoconfigure';
import { configurationSchema, prepareEnvironment } from '@toolwright/boot';
import { ApplicationContextRunner } from '@toolwright/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv, type ValidateFunction } from 'ajv';
import { fencedBlocks } from './snippets/fencedBlocks.mjs';
import { pages, ROOT } from './snippets/pages.mjs';

const PAGES = await pages();

describe('the properties of the pages', () => {
  let validate: ValidateFunction;
  let schema: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    const runner = new ApplicationContextRunner().withAutoConfiguration(...autoConfigurations);
    await runner.run(({ context }) => {
      schema = configurationSchema(context.propertiesClasses, context.otherKeys);
    });
    validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
  });

  /** What is wrong with the keys and values of a properties file. */
  async function problemsOf(text: string): Promise<readonly string[]> {
    const folder = await mkdtemp(join(tmpdir(), 'toolwright-properties-'));
    try {
      await writeFile(join(folder, 'application.properties'), text);
      const args = [`--config.location=${folder}/`];
      const { propertySources } = await prepareEnvironment({ env: {}, config: folder, args });
      const entries = propertySources.find(({ name }) => name.includes('application.properties'))?.entries ?? [];
      const root: Record<string, unknown> = {};
      for (const { name, value } of entries) {
        let node = root;
        for (const element of name.elements.slice(0, -1)) node = (node[element.text] ??= {}) as Record<string, unknown>;
        node[name.elements.at(-1)?.text ?? ''] = value;
      }
      const known = schema['properties'] as Readonly<Record<string, unknown>>;
      const strange = Object.keys(root).filter((key) => !Object.hasOwn(known, key));
      validate(root);
      return [
        ...(entries.length === 0 ? ['no properties'] : []),
        ...strange.map((key) => `${key} is not the beginning of a key`),
        ...(validate.errors ?? []).map(({ instancePath, message, params }) =>
          `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
        ),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  it('see wrong keys and values', async () => {
    expect(await problemsOf('tools.limits.max-total-tool-calls=5')).toEqual([]);
    expect((await problemsOf('tools.limits.max-total-tool-cals=5')).join()).toContain('max-total-tool-cals');
    expect((await problemsOf('tools.limits.max-total-tool-calls=many')).join()).toContain('max-total-tool-calls');
    expect(await problemsOf('tolls.limits.max-total-tool-calls=5')).toEqual(['tolls is not the beginning of a key']);
    expect(await problemsOf('# nothing')).toEqual(['no properties']);
  });

  it.each(PAGES)('are known: %s', async (page) => {
    const blocks = fencedBlocks(await readFile(join(ROOT, page), 'utf8')).filter(
      ({ language }) => language === 'properties',
    );
    for (const { line, text } of blocks) expect([line, await problemsOf(text)]).toEqual([line, []]);
  });
});
