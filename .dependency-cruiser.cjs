// The arrows of ARCHITECTURE.md, as rules: a breach fails the build.

const only = (from, ...to) => ({
  name: `${from}-knows`,
  comment: `src/${from} may know only ${[from, ...to, 'text'].join(', ')}`,
  severity: 'error',
  from: { path: `^src/${from}/` },
  to: { path: '^src/', pathNot: [from, ...to, 'text'].map((folder) => `^src/${folder}/`) },
})

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    // What is true of characters, whoever wrote them; everything may ask it.
    only('text'),
    // A room imports only what stands before it; `json` knows JSON, and nothing of tools.
    only('json', 'base'),
    // A declaration says what its arguments decide and where its result comes from.
    only('tool', 'flow', 'json'),
    only('stores', 'tool', 'json'),
    only('handles', 'tool', 'stores', 'json'),
    only('flow', 'tool', 'handles', 'stores', 'json'),
    only('gate', 'tool', 'handles', 'flow', 'stores', 'json'),
    only('agents', 'gate', 'tool', 'flow', 'handles', 'stores', 'json'),
    // The rules on roles and origins read what a declaration says of them.
    only('lint', 'tool', 'flow', 'json'),
    only('init', 'gateway', 'lint', 'tool', 'json'),
    {
      name: 'gate-knows-no-host',
      severity: 'error',
      from: { path: '^src/(tool|stores|handles|flow|gate)/' },
      to: { path: '@modelcontextprotocol|node_modules/(hono|@hono|commander|ai)/' },
    },
    {
      name: 'no-driver-in-the-library',
      comment: 'a store driver that needs a package is a subpath of its own',
      severity: 'error',
      from: { path: '^src/(index\\.ts|(tool|gate|flow|handles)/)' },
      to: { path: 'stores/sqlite|node_modules/libsql' },
    },
    {
      name: 'dependencies-are-declared',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'unknown', 'undetermined'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node'] },
  },
}
