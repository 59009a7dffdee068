import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommandLine, Terminal } from '@toolwright/cli';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fencedBlocks } from './snippets/fencedBlocks.mjs';
import { pages, ROOT } from './snippets/pages.mjs';

const SHELL = new Set(['sh', 'bash', 'shell', 'console']);
/** Scripts that npm runs without `run`. */
const SHORT = new Set(['start', 'test']);
/** Where scripts are that a page can run; others are the reader's own. */
const OUR_FOLDERS = ['apps/', 'packages/', 'scripts/', 'test/'];

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
}

/** The simple commands of the shell blocks of a page, without comments and variables in front. */
async function commandsOf(page: string): Promise<readonly string[]> {
  const blocks = fencedBlocks(await readFile(join(ROOT, page), 'utf8'));
  return blocks
    .filter(({ language }) => SHELL.has(language))
    .flatMap(({ text }) => text.replaceAll('\\\n', ' ').split(/\n|&&|\|\||[;|]/))
    .map((line) => line.replace(/(^|\s)#.*$/, '').replace(/^\s*\$?\s*(?:[A-Z_]+=\S+\s+)*/, ''))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What the command line says about itself: the help of `toolwright <words>`. */
async function help(words: readonly string[]): Promise<string> {
  let text = '';
  const take = (more: string): void => {
    text += more;
  };
  const code = await runCommandLine(
    [...words, '--help'],
    new Terminal({ out: take, err: take, colours: false, width: null }),
  );
  return code === 0 ? text : '';
}

const PAGES = await pages();

describe('the commands of the pages', () => {
  let manifests: readonly Manifest[] = [];
  let helpOf = new Map<string, string>();

  beforeAll(async () => {
    const folders = (await readdir(join(ROOT, 'packages'))).map((name) => `packages/${name}`);
    manifests = folders.filter((folder) => existsSync(join(ROOT, folder, 'package.json'))).map(manifestOf);
    const commands = [...(await help([])).matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name = '']) => name);
    helpOf = new Map(await Promise.all(commands.map(async (name) => [name, await help([name])] as const)));
    for (const name of ['serve']) helpOf.set(`mcp ${name}`, await help(['mcp', name]));
  });

  /** What is wrong with a command; undefined for one that exists and for those of other programs. */
  function problemOf(command: string): string | undefined {
    const [program = '', ...words] = command.split(/\s+/);
    if (program === 'npm') return problemOfNpm(words);
    if (program === 'toolwright') return problemOfToolwright(words);
    if (program === 'npx') {
      const [name = '', ...rest] = words.filter((word, index) => index > 0 || !word.startsWith('-'));
      if (name === 'toolwright') return problemOfToolwright(rest);
      const known = existsSync(join(ROOT, 'node_modules/.bin', name)) || manifests.some(({ bin }) => bin?.[name]);
      return known ? undefined : `no program ${name}`;
    }
    if (program === 'node') {
      const script = words.find((word) => !word.startsWith('-'))?.replace(/\/dist(-test)?\/(.*)\.js$/, '/src/$2.ts');
      const isOurs = OUR_FOLDERS.some((folder) => script?.startsWith(folder));
      return !isOurs || existsSync(join(ROOT, script ?? '')) ? undefined : `no file ${script}`;
    }
    return undefined;
  }

  function problemOfNpm([command = '', ...words]: readonly string[]): string | undefined {
    const names = words.filter((word) => !word.startsWith('-'));
    if (command === 'run' || SHORT.has(command)) {
      const script = command === 'run' ? (names[0] ?? '') : command;
      return manifestOf('.').scripts?.[script] === undefined ? `no script ${script}` : undefined;
    }
    if (command === 'create') {
      return manifests.some(({ name }) => name === `create-${names[0] ?? ''}`) ? undefined : 'no package to create by';
    }
    const own = names.map((name) => name.replace(/(?<=.)@.*$/, '')).filter((name) => name.startsWith('@toolwright/'));
    return own.find((name) => !manifests.some((manifest) => manifest.name === name));
  }

  function problemOfToolwright(words: readonly string[]): string | undefined {
    const end = words.indexOf('--');
    const own = end < 0 ? words : words.slice(0, end);
    const [first = '', second = ''] = own;
    if (first === 'complete' || first.startsWith('-')) return undefined;
    const text = helpOf.get(`${first} ${second}`) ?? helpOf.get(first);
    if (!text) return `no command toolwright ${first}`;
    const unknown = own.filter((word) => word.startsWith('--')).filter((word) => !text.includes(word.split('=')[0]!));
    return unknown.length > 0 ? `no option ${unknown.join(', ')}` : undefined;
  }

  it('see what is wrong with a command', () => {
    expect(problemOf('npx toolwright tools --search x')).toBeUndefined();
    expect(problemOf('npx toolwright mcp serve --http')).toBeUndefined();
    expect(problemOf('npx toolwright tooles')).toBe('no command toolwright tooles');
    expect(problemOf('npx toolwright tools --serch x')).toBe('no option --serch');
    expect(problemOf('npm run nothing')).toBe('no script nothing');
    expect(problemOf('npm install @toolwright/nothing')).toBe('@toolwright/nothing');
    expect(problemOf('npx no-such-program')).toBe('no program no-such-program');
    expect(problemOf('node apps/nothing/dist/main.js')).toBe('no file apps/nothing/src/main.ts');
  });

  it.each(PAGES)('exist: %s', async (page) => {
    const commands = await commandsOf(page);
    expect(commands.map((command) => [command, problemOf(command)]).filter(([, problem]) => problem)).toEqual([]);
  });
});
