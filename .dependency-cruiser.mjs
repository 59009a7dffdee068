/** Floors of the architecture: a package may import only packages on lower floors, through the package name. */
const FLOORS = [
  ['core'],
  ['model', 'boot'],
  ['tools'],
  ['chat'],
  [
    'tool-search',
    'models',
    'testing',
    'memory-redis',
    'memory-postgres',
    'mcp',
    'observability',
    'schema',
    'create-toolwright',
  ],
  ['studio'],
  ['autoconfigure'],
  ['cli'],
];

const folder = (names) => `^packages/(${names.join('|')})/`;

const upward = FLOORS.map((names, floor) => {
  const above = FLOORS.slice(floor + 1).flat();
  const beside = names.length > 1 ? names : [];
  return names.map((name) => ({
    name: `floor-of-${name}`,
    comment: `${name} stands on floor ${floor}; it may import lower floors only`,
    severity: 'error',
    from: { path: `^packages/${name}/src/` },
    to: { path: `^(apps/|packages/(${[...above, ...beside.filter((other) => other !== name)].join('|') || 'none'})/)` },
  }));
}).flat();

export default {
  forbidden: [
    ...upward,
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '/src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-deep-imports',
      comment: 'another package is imported by its name, never through its files',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/src/' },
      to: { path: `${folder(FLOORS.flat())}src/`, pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    },
    {
      name: 'schema-is-build-time',
      comment: 'the schema compiler runs before the program; nothing imports it',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: '^packages/schema/' },
      to: { path: '^packages/schema/' },
    },
    { name: 'not-to-tests', severity: 'error', from: { path: '/src/' }, to: { path: '/test/' } },
    { name: 'resolvable', severity: 'error', from: { path: '/src/' }, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(dist|dist-test|node_modules)/.*\\.(d\\.ts|map)$|/dist-test/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
