import { slug } from 'github-slugger';
import { defineConfig } from 'vitepress';
import { navigation, sidebar } from './navigation.js';
import { repositoryLinks } from './repositoryLinks.js';
import { excludedPages, siteRouteOf } from './sitePages.js';

/** The site of the documentation. It asks no other host for anything: fonts, search and icons are its own. */
export default defineConfig({
  title: 'Toolwright',
  description: 'Offer the methods of a TypeScript service to language models, safely and by configuration',
  // READMEs of packages are pages too, so the sources are those of the whole repository.
  srcDir: '..',
  srcExclude: excludedPages,
  rewrites: (file) => siteRouteOf(file) ?? file,
  cacheDir: '../node_modules/.cache/vitepress',
  // Written into pages that do not change with every commit.
  lastUpdated: false,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }]],
  markdown: {
    // Anchors are those of a code host, so that a link with a fragment works in both places.
    anchor: { slugify: slug },
    config: (md) => md.use(repositoryLinks),
  },
  themeConfig: {
    logo: '/logo.svg',
    nav: navigation,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Before', next: 'Next' },
  },
  vite: { publicDir: 'docs/public' },
});
