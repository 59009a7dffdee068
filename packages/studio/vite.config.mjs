import { defineConfig } from 'vite';

const home = import.meta.dirname;

/**
 * The form library imports the usual validator in a helper for its own tests. The page has one that needs no `eval`, so the
 * usual one is not even installed.
 */
const withoutAjv = {
  name: 'without-ajv',
  enforce: 'pre',
  resolveId: (id) => (id === '@rjsf/validator-ajv8' ? '\0without-ajv' : undefined),
  load: (id) => (id === '\0without-ajv' ? 'export default undefined;' : undefined),
};

/** The page in `ui/`, built to `dist/ui`: all in files of its own, so that the server's content security policy can be strict. */
export default defineConfig({
  root: `${home}/ui`,
  base: './',
  plugins: [withoutAjv],
  build: {
    outDir: `${home}/dist/ui`,
    emptyOutDir: true,
    // The oldest with light-dark() in style sheets.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // No data: URLs and no inline helper: each asset is a file of the studio's own origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      onLog: (level, log, handler) => {
        // 'use client' means nothing here: there is no server that renders.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handler(level, log);
      },
    },
  },
  logLevel: 'warn',
});
