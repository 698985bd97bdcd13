// Which names say that their value is secret. Judged by words, so that `apiKey`, `x-api-key` and `API_KEY` are
// one. Says yes in doubt: a secret in a repository is worse than a value that has to be named.

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const SECRET = words(
  'authorization auth cookie cookies password passwd pwd passphrase secret secrets credential credentials signature sig apikey apitoken accesstoken jwt bearer sid sessionid',
)
/** Beside `token`: a place in a list, or something about a token. */
const HARMLESS_TOKEN = words('page next prev previous cursor continuation sync type count limit expires')
/** Beside `key`, wherever it stands. */
const SECRET_KEY = words('api access private secret client subscription encryption license')
/** Beside `key`, in a header or a query. */
const HARMLESS_KEY = words('idempotency sort order group partition primary foreign row cache')

/**
 * Whether a name says secret.
 *
 * @param where `outside`: of a header, a query parameter or a form, where any `key` may open a door. `body`: of
 *   a JSON field, where `key` is mostly a plain name.
 */
export function isSecretName(name: string, where: 'outside' | 'body'): boolean {
  const found = wordsOf(name)
  const has = (set: ReadonlySet<string>) => found.some((word) => set.has(word))
  if (has(SECRET)) return true
  if (found.includes('session'))
    return found.includes('id') || found.includes('key') || found.includes('token')
  if (found.includes('token')) return !has(HARMLESS_TOKEN)
  if (!found.includes('key')) return false
  return has(SECRET_KEY) || (where === 'outside' && !has(HARMLESS_KEY))
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}
