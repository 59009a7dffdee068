import { defineConfig } from 'vite';

const home = import.meta.dirname;

/** The page in `ui/`, built to `dist/ui`: all in files of its own, so that the server's content security policy can be strict. */
export default defineConfig({
  root: `${home}/ui`,
  base: './',
  resolve: {
    // The form library names the usual validator in a helper for its own tests; the page has one that needs no `eval`.
    alias: { '@rjsf/validator-ajv8': `${home}/ui/src/tools/schemaValidator.ts` },
  },
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
