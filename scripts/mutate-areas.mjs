// What `npm run mutate` can be told to mutate: the one place that knows where the safety of this package lives.
// Files move: a glob names a file wherever it lies below its rooms.

/** The safety files: at least 85 % of their mutants must be killed. */
export const AREAS = {
  // What judges.
  flow: ['src/flow/**/*.ts', '!src/flow/**/{lexicon,common-words}.ts'],
  // What answers a call with what another call gave.
  repeat: ['src/{gate,session}/**/{cache,flight,repeat}.ts'],
  // What stands between a call and its tool.
  before: ['src/gate/**/{resolve,authorize,admit,open,handle-arguments,judge,allow,hold,before-run}.ts'],
  vault: ['src/handles/**/*.ts'],
  grants: ['src/{gate,session}/**/grant.ts', 'src/agents/**/grant.ts'],
}

/** The globs of an area, a folder of `src` or a path; undefined when there is nothing of that name. */
export function globsOf(name, exists) {
  if (Object.hasOwn(AREAS, name)) return AREAS[name]
  const path = name.replace(/^(\.\/)?(src\/)?/, 'src/').replace(/\/$/, '')
  if (/[*{]/.test(path) || path.endsWith('.ts')) return [path]
  return exists(path) ? [`${path}/**/*.ts`] : undefined
}
