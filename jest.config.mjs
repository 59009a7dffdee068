/** Tests run what tsc emitted, as native ES modules: see `npm test`. */
export default {
  roots: ['<rootDir>/packages', '<rootDir>/apps', '<rootDir>/test'],
  testMatch: ['**/dist-test/**/*.test.js'],
  globalSetup: '<rootDir>/test/servers/announce.mjs',
  transform: {},
  testEnvironment: 'node',
  // The modules of a suite stay in its process: one process for all would grow to gigabytes.
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
  // Generous, because a continuous-integration machine may be busy; no test waits for long by itself.
  testTimeout: 60_000,
  // The test of the project template is one of node:test, run by that of create-toolwright.
  testPathIgnorePatterns: ['/node_modules/', '/dist-test/template/'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/package.json', '<rootDir>/.*/test/fixtures/'],
};
