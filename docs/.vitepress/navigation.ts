import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { siteRouteOf } from './sitePages.js';

const root = resolve(import.meta.dirname, '../..');

/** Pages whose places do not follow from their names. */
const OTHER_FILES = ['CONTRIBUTING.md', 'packages/tool-search/BENCH.md', 'test/conformance/deviations.md'];

/**
 * A group of the sidebar, of pages with the names that it shows them by.
 *
 * @throws {Error} for a page that is not there
 */
function group(text: string, pages: Readonly<Record<string, string>>, collapsed?: boolean): DefaultTheme.SidebarItem {
  const lost = Object.keys(pages).find((page) => !isThere(page));
  if (lost !== undefined) throw new Error(`The navigation names ${lost}, and there is no such page`);
  const items = Object.entries(pages).map(([page, title]) => ({ text: title, link: `/${page}` }));
  return { text, items, ...(collapsed === undefined ? {} : { collapsed }) };
}

/** Whether a file of the repository stands at the place of a page. */
function isThere(page: string): boolean {
  const files = [`docs/${page}.md`, `${page}/README.md`, ...OTHER_FILES].filter((file) =>
    existsSync(resolve(root, file)),
  );
  return files.some((file) => siteRouteOf(file) === `${page}.md`);
}

/** The READMEs of all packages or applications, by the names in their headings. */
function readmes(parent: 'packages' | 'apps'): Readonly<Record<string, string>> {
  const folders = readdirSync(resolve(root, parent)).filter((name) =>
    existsSync(resolve(root, parent, name, 'README.md')),
  );
  const titleOf = (name: string): string =>
    /^# (.+)$/m.exec(readFileSync(resolve(root, parent, name, 'README.md'), 'utf8'))?.[1] ?? name;
  return Object.fromEntries(folders.map((name) => [`${parent}/${name}`, titleOf(name).replaceAll('`', '')]));
}

export const navigation: DefaultTheme.NavItem[] = [
  { text: 'Quick start', link: '/quick-start' },
  { text: 'Configuration', link: '/configuration-reference' },
  { text: 'Performance', link: '/performance' },
];

export const sidebar: DefaultTheme.SidebarItem[] = [
  group('Start', {
    'quick-start': 'Quick start',
    overview: 'What Toolwright is',
    faq: 'Questions and answers',
  }),
  group('Tools', {
    'declaring-tools': 'Declaring tools',
    'tool-errors': 'When a tool fails',
    limits: 'Limits',
    approvals: 'Approvals',
    'tool-search': 'Tool search',
  }),
  group('Chat', {
    'tool-loop-and-advisors': 'The tool loop and advisors',
    memory: 'Memory',
    'structured-output': 'Structured output',
    'streaming-over-http': 'Streaming over HTTP',
  }),
  group('Models, MCP, observability', {
    models: 'Models',
    'offline-model': 'The offline model',
    mcp: 'Model Context Protocol',
    observability: 'Observations',
  }),
  group('Running', {
    configuration: 'Configuration',
    'configuration-reference': 'All configuration keys',
    'command-line': 'The command line',
    studio: 'The studio',
    testing: 'Testing',
    errors: 'When a start fails',
    security: 'Security',
    performance: 'Performance',
  }),
  group('Porting', {
    'porting/index': 'Where to begin',
    'porting/from-spring-ai': 'From Spring AI',
    'porting/from-ai-sdk': 'From the AI SDK',
    'porting/from-langchain': 'From LangChain.js',
    'porting/from-nestjs': 'From NestJS',
    'spring-keys': 'Keys of Spring AI',
  }),
  group('Contributing', {
    architecture: 'Architecture',
    ...(isThere('contributing') ? { contributing: 'Working on it' } : {}),
    'decisions/mcp-sdk-line': 'Which line of the MCP SDK',
    deviations: 'Deviations from Spring AI',
    'packages/tool-search-measurements': 'Tool search, measured',
  }),
  group('Packages', readmes('packages'), true),
  group('Examples', readmes('apps'), true),
];
