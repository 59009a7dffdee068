/** The modules behind class-validator's main module, which has the types of all of them. */
declare module 'class-validator/cjs/*' {
  export * from 'class-validator';
}
