import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ToolCallbacks } from '@toolwright/tools';
import { EXAMPLES, ROOT } from '../snippets/pages.mjs';

describe('the snippets about the schema build', () => {
  it('write a manifest from the sources and load it', async () => {
    const emitted = fileURLToPath(new URL('..', import.meta.url));
    const [project, manifest] = [join(emitted, 'schema.tsconfig.json'), join(emitted, 'tool-schemas.json')];
    const compilerOptions = { composite: false, noEmit: true, rootDir: EXAMPLES };
    const files = [join(EXAMPLES, 'schema.ts')];
    await writeFile(project, JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, files }));
    try {
      const program = join(ROOT, 'packages/schema/dist/main.js');
      await promisify(execFile)(process.execPath, [program, '-p', project, '-o', manifest]);
      await import('./schema-load.js');
      const { Documents } = await import('./schema.js');
      const [search] = ToolCallbacks.from(new Documents());
      expect(JSON.parse(search?.definition.inputSchema ?? '')).toMatchObject({
        properties: {
          request: {
            description: 'what to find',
            properties: {
              text: { type: 'string', description: 'What to look for.' },
              limit: { type: 'integer', minimum: 1, maximum: 50 },
              order: { enum: ['newest', 'relevance'] },
            },
            required: ['order', 'text'],
          },
        },
      });
      expect(await search?.call('{"request":{"text":"boats","order":"newest"}}')).toBe('[{"title":"boats by newest"}]');
    } finally {
      await rm(project, { force: true });
      await rm(manifest, { force: true });
    }
  });
});
