/** What is a page, and where: patterns of Markdown files of the repository and their places on the site. */
const PAGES: readonly (readonly [file: RegExp, route: string])[] = [
  [/^docs\/(.+\.md)$/, '$1'],
  [/^(packages|apps)\/([^/]+)\/README\.md$/, '$1/$2.md'],
  [/^packages\/tool-search\/BENCH\.md$/, 'packages/tool-search-measurements.md'],
  [/^test\/conformance\/deviations\.md$/, 'deviations.md'],
  [/^CONTRIBUTING\.md$/, 'contributing.md'],
];

/** Glob patterns of all other Markdown files, which are no pages. */
export const excludedPages: string[] = [
  '!(CONTRIBUTING).md',
  '!(docs|packages|apps|test)/**/*',
  'test/!(conformance)/**',
  'test/conformance/!(deviations.md)',
  'test/conformance/*/**',
  '{packages,apps}/*/!(README|BENCH).md',
  '{packages,apps}/*/*/**',
];

/** The place of a Markdown file on the site, both as paths with `.md`; undefined for files that are no pages. */
export function siteRouteOf(file: string): string | undefined {
  const page = PAGES.find(([pattern]) => pattern.test(file));
  return page && file.replace(page[0], page[1]);
}
