import type { ProjectOptions } from './ProjectOptions.js';

/** What a project is compiled with; those that this release was tested with. */
export const COMPILER_VERSIONS = { '@types/node': '20.19.25', typescript: '5.9.3' } as const;

/** The server side of MCP, which only applications that are servers need. */
export const MCP_SERVER_PACKAGE = { '@modelcontextprotocol/server': '2.4.0' } as const;

/**
 * The package.json of a new project. All versions are exact: a project that was made today runs tomorrow.
 *
 * @param release the version of Toolwright
 */
export function projectManifest({ name, provider, mcp }: ProjectOptions, release: string): object {
  const own = ['starter', 'boot', 'chat', 'tools'].map((each) => `@toolwright/${each}`);
  if (provider.starter !== null) own.push(provider.starter);
  if (mcp) own.push('@toolwright/starter-mcp');
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: {
      build: 'tsc',
      start: 'tsc && node dist/main.js',
      test: 'tsc && node --test dist/*.test.js',
      toolwright: 'tsc && toolwright',
      ...(mcp && { mcp: 'tsc && toolwright mcp serve' }),
    },
    toolwright: { application: './dist/Application.js' },
    dependencies: sorted({ ...released(own, release), ...(mcp && MCP_SERVER_PACKAGE) }),
    devDependencies: sorted({
      ...released(['@toolwright/cli', '@toolwright/testing'], release),
      ...COMPILER_VERSIONS,
    }),
  };
}

function released(names: readonly string[], release: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, release]));
}

/** In npm's order, so that the first `npm install` of something else moves no lines. */
function sorted(dependencies: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => a.localeCompare(b, 'en')));
}
