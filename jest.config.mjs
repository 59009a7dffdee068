/** Tests run what tsc emitted, as native ES modules: see `npm test`. */
export default {
  roots: ['<rootDir>/packages', '<rootDir>/apps', '<rootDir>/test'],
  testMatch: ['**/dist-test/**/*.test.js'],
  transform: {},
  testEnvironment: 'node',
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/package.json', '<rootDir>/.*/test/fixtures/'],
};
