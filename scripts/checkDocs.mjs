// Checks the links of the documentation without a network: those of the built site, fragments included, and those of the
// Markdown files as a code host shows them. Links to other hosts are not followed, but the site may load nothing from one.
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, relative, resolve } from 'node:path';
import { LinkChecker } from 'linkinator';
import { MarkdownCorpus } from '../apps/docs-assistant/dist/tools/docs/MarkdownCorpus.js';
import { PageLinkTools } from '../apps/docs-assistant/dist/tools/docs/PageLinkTools.js';
import { ConfinedFolder } from '../apps/docs-assistant/dist/tools/files/ConfinedFolder.js';
import { DocsRoot } from '../apps/docs-assistant/dist/tools/files/DocsRoot.js';

const root = resolve(import.meta.dirname, '..');
const site = join(root, 'docs/.vitepress/dist');
const MARKDOWN = ['*.md', 'docs/**/*.md', '{packages,apps}/*/*.md', 'test/conformance/*.md'];
const MEDIA_TYPES = { '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml' };
/** What a browser would fetch from another host by itself; links that a reader follows are fine. */
const FOREIGN =
  /<(?:script|link|img|iframe|source)\b[^>]*?\s(?:src|href)="(?:[a-z]+:)?\/\/[^"]*"|(?:url\(|@import )["']?(?:https?:)?\/\/[^)]*/gi;

const problems = [...(await problemsOfSite()), ...(await problemsOfMarkdown())];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

async function problemsOfSite() {
  const files = await readdir(site, { recursive: true }).catch(() => []);
  const pages = files.filter((file) => file.endsWith('.html'));
  if (pages.length === 0) return [`${relative(root, site)} has no pages: npm run docs:build`];
  const server = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = join(site, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : '');
    const body = await readFile(file).catch(() => undefined);
    const type = MEDIA_TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const start = `http://127.0.0.1:${server.address().port}/`;
  const linksToSkip = async (link) => !link.startsWith(start);
  const { links } = await new LinkChecker().check({ path: start, recurse: true, checkFragments: true, linksToSkip });
  server.close();
  server.closeAllConnections();

  // The checker names the first page that leads to a page, not the one whose fragment is wrong.
  const read = (file) => readFile(join(site, file), 'utf8').then((text) => [file, text]);
  const texts = await Promise.all(files.filter((file) => /\.(html|css)$/.test(file)).map(read));
  const broken = new Set(links.filter(({ state }) => state === 'BROKEN').map(({ url }) => url.slice(start.length - 1)));
  const dead = [...broken].map((path) => {
    const sources = texts.filter(([, text]) => text.includes(`"${path}"`)).map(([file]) => file);
    const more = sources.length > 1 ? ` and ${sources.length - 1} more` : '';
    return `site: ${sources[0] ?? 'a page'}${more}: broken link to ${path}`;
  });
  const reached = new Set(links.map(({ url }) => new URL(url).pathname.slice(1) || 'index.html'));
  const lost = pages
    .filter((page) => page !== '404.html' && !reached.has(page))
    .map((page) => `site: no page links to ${page}`);
  const foreign = texts.flatMap(([file, text]) =>
    (text.match(FOREIGN) ?? []).map((found) => `site: ${file} loads from another host: ${found}`),
  );
  console.log(`site: ${pages.length} pages, ${links.length} links`);
  return [...dead, ...lost, ...foreign];
}

async function problemsOfMarkdown() {
  const docs = new DocsRoot(root, MARKDOWN);
  const folder = new ConfinedFolder(docs);
  const corpus = new MarkdownCorpus(folder, docs);
  const { checked, broken } = await new PageLinkTools(corpus, folder).brokenLinks();
  console.log(`Markdown: ${(await corpus.pages()).length} files, ${checked} links`);
  return broken.map(({ page, line, url, reason }) => `${page}:${line}: ${url} (${reason})`);
}
