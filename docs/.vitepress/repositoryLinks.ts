import { existsSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { posix, resolve } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { siteRouteOf } from './sitePages.js';

const root = resolve(import.meta.dirname, '../..');

/**
 * Follows relative links as a code host does, from file to file of the repository: those to pages lead to their places
 * on the site, those to other files, which the site does not have, become plain text that names the file.
 *
 * @throws {Error} for a link to a file that is not there
 */
export function repositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const page: unknown = env.realPath ?? env.path;
    if (typeof page !== 'string') return;
    const folder = posix.dirname(relative(root, page));
    for (const { children } of tokens) {
      const open: boolean[] = [];
      for (const token of children ?? []) {
        if (token.type === 'link_close' && open.pop() === false) token.tag = 'span';
        if (token.type !== 'link_open') continue;
        const [path = '', fragment] = String(token.attrGet('href')).split('#', 2);
        const isRelative = path !== '' && !/^(\/|[a-z][a-z\d+.-]*:)/i.test(path);
        const file = isRelative ? fileOf(posix.join(folder, decodeURI(path))) : undefined;
        const route = file === undefined ? undefined : siteRouteOf(file);
        open.push(file === undefined || route !== undefined);
        if (file === undefined) continue;
        if (route !== undefined) token.attrSet('href', `/${route}${fragment === undefined ? '' : `#${fragment}`}`);
        else Object.assign(token, { type: 'text_open', tag: 'span', attrs: [['title', `${file} in the repository`]] });
      }
    }
  });
}

/** The file behind a link; for a folder its README. */
function fileOf(path: string): string {
  const full = resolve(root, path);
  if (!existsSync(full)) throw new Error(`There is no file '${path}'`);
  const readme = posix.join(path, 'README.md');
  return statSync(full).isDirectory() && existsSync(resolve(root, readme)) ? readme : path;
}
