/** The one-file build of mathjs: it loads several times faster than the thousands of modules of the main entry. */
declare module 'mathjs/lib/browser/math.js' {
  const bundle: typeof import('mathjs');
  export default bundle;
}
