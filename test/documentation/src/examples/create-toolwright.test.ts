import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ToolCallbacks } from '@toolwright/tools';
import { exampleRegions } from '../snippets/exampleRegions.mjs';
import { ROOT } from '../snippets/pages.mjs';
import { Warehouse } from './create-toolwright.js';

describe('the snippet about new projects', () => {
  it('is the tool that a new project has', async () => {
    const template = await readFile(join(ROOT, 'packages/create-toolwright/template/src/Warehouse.ts'), 'utf8');
    expect(template).toContain((await exampleRegions()).get('create-toolwright#warehouse'));
    const [stockOf] = ToolCallbacks.from(new Warehouse());
    expect(await stockOf?.call('{"article":"nut"}')).toBe('80');
  });
});
