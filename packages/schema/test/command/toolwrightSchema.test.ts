import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { JsonSchemaGenerator, methodHandle, Tool, ToolSchemaManifest } from '@toolwright/tools';
import { TemporaryProject } from '../TemporaryProject.js';

const SOURCE = `import { Tool } from '@toolwright/tools';
import type { Place } from './Place.js';

export class Weather {
  @Tool()
  forecast(place: Place, unit?: 'C' | 'F'): string {
    return JSON.stringify([place, unit]);
  }
}
`;
const PLACE = `export interface Place {
  city: string;
}
`;

let projects: TemporaryProject[];
let project: TemporaryProject;

beforeEach(() => {
  projects = [];
  project = create();
});

afterEach(() => {
  for (const each of projects) each.remove();
});

function create(): TemporaryProject {
  const created = TemporaryProject.of({ 'src/Weather.ts': SOURCE, 'src/Place.ts': PLACE });
  projects.push(created);
  return created;
}

class Weather {
  @Tool()
  forecast(place: unknown, unit?: unknown): string {
    return JSON.stringify([place, unit]);
  }
}

function inputSchema(of: TemporaryProject): string {
  const manifest = ToolSchemaManifest.load(of.manifestFile);
  const schema = JsonSchemaGenerator.generateForMethodInput(methodHandle(Weather, 'forecast'));
  manifest.unregister();
  return schema;
}

describe('building', () => {
  it('[JS-44] gives the same bytes for the same sources, in another folder too, and others for a renamed parameter', async () => {
    const other = create();
    await project.run();
    await other.run();
    expect(other.read('tool-schemas.json')).toBe(project.read('tool-schemas.json'));
    expect(inputSchema(other)).toBe(
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"place":{"type":"object",' +
        '"properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false},"unit":{"type":"string",' +
        '"enum":["C","F"]}},"required":["place"],"additionalProperties":false}',
    );
    other.write('src/Weather.ts', SOURCE.replaceAll('place', 'location'));
    await other.run();
    expect(inputSchema(other)).toBe(inputSchema(project).replaceAll('place', 'location'));
  }, 120_000);

  it('writes where it is told to, and paths that lead back to the sources', async () => {
    expect(await project.run(['--project', 'tsconfig.json', '--out', 'generated/schemas.json'])).toEqual({
      code: 0,
      out: '1 tool in generated/schemas.json\n',
      err: '',
    });
    const manifest = ToolSchemaManifest.load(`${project.folder}/generated/schemas.json`);
    manifest.unregister();
    expect(manifest.data.root).toBe('..');
    expect(Object.keys(manifest.data.files)).toEqual(['src/Place.ts', 'src/Weather.ts']);
    expect(manifest.staleFiles()).toEqual([]);
    project.write('src/Place.ts', `${PLACE}// changed\n`);
    expect(manifest.staleFiles()).toEqual(['src/Place.ts']);
  }, 60_000);

  it('leaves a manifest that is the same untouched', async () => {
    await project.run();
    expect((await project.run()).out).toBe('1 tool in tool-schemas.json (unchanged)\n');
  }, 60_000);

  it('explains a project that it cannot read', async () => {
    expect(await project.run(['-p', 'nowhere'])).toEqual({
      code: 1,
      out: '',
      err: `There is no ${project.folder}/nowhere; name the tsconfig with --project.\n`,
    });
    project.write('empty/tsconfig.json', '{ "files": [], "references": [] }');
    expect((await project.run(['-p', 'empty'])).err).toContain('lists no sources');
    expect((await project.run(['--unknown'])).code).toBe(2);
    expect(await project.run(['--check', '--watch'])).toEqual({
      code: 2,
      out: '',
      err: '--check and --watch exclude each other\n',
    });
    expect((await project.run(['--help'])).out).toContain('Usage: toolwright-schema [options]');
  }, 60_000);

  it('runs as a command', async () => {
    const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [main, '--project', project.folder]);
    expect(stdout).toMatch(/^1 tool in .*tool-schemas\.json\n$/);
    expect(existsSync(project.manifestFile)).toBe(true);
  }, 60_000);
});

describe('--check', () => {
  it('passes while the manifest holds, and names the files for which it does not', async () => {
    expect((await project.run(['--check'])).err).toBe('There is no tool-schemas.json; run toolwright-schema.\n');
    await project.run();
    expect(await project.run(['--check'])).toEqual({ code: 0, out: 'tool-schemas.json is up to date\n', err: '' });
    const before = project.read('tool-schemas.json');
    project.write('src/Place.ts', PLACE.replace('city', 'town'));
    expect(await project.run(['--check'])).toEqual({
      code: 1,
      out: '',
      err: 'tool-schemas.json is older than\n  src/Place.ts\n  src/Weather.ts\nRun toolwright-schema.\n',
    });
    expect(project.read('tool-schemas.json')).toBe(before);
  }, 120_000);
});

describe('--watch', () => {
  it('writes the manifest after each change until it is stopped', async () => {
    const stop = new AbortController();
    const watching = project.run(['--watch'], stop.signal);
    const until = async (text: string): Promise<void> => {
      for (let attempt = 0; attempt < 400; attempt += 1) {
        if (existsSync(project.manifestFile) && project.read('tool-schemas.json').includes(text)) return;
        await delay(50);
      }
      throw new Error(`The manifest never had ${text}`);
    };
    await until('"city"');
    project.write('src/Place.ts', PLACE.replace('city', 'village'));
    await until('"village"');
    const watched = project.read('tool-schemas.json');
    stop.abort();
    expect((await watching).code).toBe(0);
    await project.run();
    expect(project.read('tool-schemas.json')).toBe(watched);
  }, 60_000);
});
