// The arrows of ARCHITECTURE.md, as rules: a breach fails the build.

/** The rooms of `src/`, in order: a room imports only rooms that stand before it. */
const ROOMS = [
  'base',
  'text',
  'json',
  'view',
  'stores',
  'tool',
  'profiles',
  'net',
  'flow',
  'handles',
  'args',
  'session',
  'gate',
  'door',
  'mcp',
  'agents',
  'hosts',
  'gateway',
  'lint',
  'init',
  'testing',
  'cli',
]

const arrows = ROOMS.map((room, i) => ({
  name: `${room}-knows-only-what-stands-before-it`,
  comment: `src/${room} may import only: ${ROOMS.slice(0, i).join(', ') || 'nothing of src'}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: ROOMS.slice(0, i + 1).map((each) => `^src/${each}/`) },
}))

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    ...arrows,
    {
      name: 'a-crossing-is-the-gates',
      comment: 'what knows a crossing lives in gate/; door/ makes one and hands it over',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(gate|door)/' },
      to: { path: '^src/gate/crossing\\.ts$' },
    },
    {
      name: 'core-knows-no-host',
      severity: 'error',
      from: {
        path: '^src/(base|text|json|view|stores|tool|profiles|net|flow|handles|args|session|gate|door)/',
      },
      to: { path: '@modelcontextprotocol|node_modules/(hono|@hono|commander|ai)/' },
    },
    {
      name: 'only-late-requires',
      comment: 'what is loaded when it is first used is listed in one file',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/base/late\\.ts$' },
      to: { path: '^(node:)?module$' },
    },
    {
      name: 'late-is-late',
      comment: 'an import of these loads them with the library: ask src/base/late.ts, and import types only',
      severity: 'error',
      from: {
        path: '^src/(index\\.ts|(base|text|json|view|stores|tool|profiles|net|flow|handles|args|session|gate|door)/)',
        pathNot: '^src/base/late\\.ts$',
      },
      to: {
        path: 'node_modules/(undici|cockatiel|ajv|libphonenumber-js|ibantools|@marcbachmann/cel-js|yaml|json5|lossless-json|pino)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'zod-is-the-users',
      comment: "required, it would be another zod than the one that the user's import gives",
      severity: 'error',
      from: { path: '^src/base/late\\.ts$' },
      to: { path: 'node_modules/zod/' },
    },
    {
      name: 'no-driver-in-the-library',
      comment: 'a store driver that needs a package is a subpath of its own',
      severity: 'error',
      from: {
        path: '^src/(index\\.ts|(base|text|json|view|tool|profiles|net|flow|handles|args|session|gate|door)/)',
      },
      to: { path: 'stores/sqlite|node_modules/libsql' },
    },
    {
      name: 'dependencies-are-declared',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'unknown', 'undetermined'] },
    },
    {
      name: 'files-are-of-use',
      comment: 'a file that nothing imports is no part of the product',
      severity: 'error',
      from: { orphan: true, path: '^src/' },
      to: {},
    },
  ],
  required: [
    {
      name: 'gate-knows-a-crossing',
      comment:
        'a file lives in the lowest room whose knowledge it needs; gate/ holds only what knows a crossing',
      severity: 'error',
      module: { path: '^src/gate/', pathNot: '^src/gate/(crossing|stops)\\.ts$' },
      to: { path: '^src/gate/crossing\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node'] },
  },
}
