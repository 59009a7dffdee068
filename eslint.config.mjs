import { existsSync, readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

/** Each folder with its own projects: a file is looked for in these only, and the others are never loaded. */
const workspaces = ['packages', 'apps', 'test']
  .flatMap((parent) => readdirSync(parent).map((name) => `${parent}/${name}`))
  .map((folder) => ({
    files: [`${folder}/**/*.ts`, `${folder}/**/*.tsx`],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'tsconfig.test.json', 'tsconfig.template.json', 'ui/tsconfig.json']
          .map((name) => `${folder}/${name}`)
          .filter((path) => existsSync(path)),
        tsconfigRootDir: import.meta.dirname,
      },
    },
  }));

export default tseslint.config(
  { ignores: ['**/dist/**', '**/dist-test/**', '**/node_modules/**', '**/*.mjs', '**/test/fixtures/**'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked],
    rules: {
      // Methods are declared async where their contract is a Promise, also when one implementation has nothing to await.
      '@typescript-eslint/require-await': 'off',
      // `X.Builder` is a namespace merged into the class X (conventions).
      '@typescript-eslint/no-namespace': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // JavaScript callers and configuration can pass what the types exclude; the catalogues ask for the checks.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  ...workspaces,
  {
    files: ['packages/create-toolwright/template/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] },
      ],
    },
  },
  {
    files: ['**/test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
    },
  },
);
