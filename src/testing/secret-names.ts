// Which names say that their value is secret. Judged by words, so that `apiKey`, `x-api-key`, `API_KEYS` and
// `apikey` are one. Says yes in doubt: a secret in a repository is worse than a value that has to be named.

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const SECRET = words(
  'authorization auth cookie password passwd pwd passphrase passcode pw secret credential signature sig hmac jwt bearer sid sessionid assertion verifier otp totp pin cvv cvc ssn dsn csrf xsrf mnemonic samlresponse connectionstring connstr',
)
/** Beside `token`: a place in a list, or something about a token. */
const HARMLESS_TOKEN = words(
  'page next prev previous cursor continuation sync type count limit expire max min input output prompt completion total cached reasoning usage',
)
/** Beside `key`, wherever it stands. */
const SECRET_KEY = words('api access private secret client subscription encryption signing license auth')
/** Beside `key`, in a header or a query. */
const HARMLESS_KEY = words('idempotency sort order group partition primary foreign row cache')
/** Beside `pass`: one that lets somebody travel. */
const HARMLESS_PASS = words('boarding ski travel season day')

/** What names written as one word end in: `authtoken`, `clientsecret`. */
const TAIL = /^(.+)(token|secret|password|passwd|passphrase|credential|signature|cookie)$/
const KEY_TAIL = new RegExp(`^(.*(?:${[...SECRET_KEY].join('|')}))(key)$`)

/**
 * Whether a name says secret.
 *
 * @param where `outside`: of a header, a query parameter or a form, where any `key` may open a door. `body`: of
 *   a field, where `key` is mostly a plain name.
 */
export function isSecretName(name: string, where: 'outside' | 'body'): boolean {
  const written = wordsOf(name)
  const found = written.map(singular).flatMap(split)
  const has = (set: ReadonlySet<string>) => found.some((word) => set.has(word))
  if (has(SECRET)) return true
  if (found.includes('connection') && found.includes('string')) return true
  if (found.includes('device') && found.includes('code')) return true
  if (found.at(-1) === 'pass') return !has(HARMLESS_PASS)
  if (found.includes('session'))
    return found.includes('id') || found.includes('key') || found.includes('token')
  if (found.includes('token')) return !found.some(isHarmlessBeforeToken)
  // A well-known weather service takes its key so.
  if (where === 'outside' && name.toLowerCase() === 'appid') return true
  if (!found.includes('key')) return false
  if (found.some((word) => [...SECRET_KEY].some((end) => word.endsWith(end)))) return true
  return where === 'outside' && written.includes('key') && !has(HARMLESS_KEY)
}

/** Whether numbers under a name only count: `tokens` of a language model. */
export function isCountName(name: string): boolean {
  return /tokens$/i.test(name)
}

/** `nextpage` of `nextpagetoken` too. */
function isHarmlessBeforeToken(word: string): boolean {
  return [...HARMLESS_TOKEN].some((harmless) => word.endsWith(harmless))
}

function split(word: string): string[] {
  const parts = TAIL.exec(word) ?? KEY_TAIL.exec(word)
  return parts ? parts.slice(1) : [word]
}

function singular(word: string): string {
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/(?<=[a-z])\d+$/, ''))
    .filter(Boolean)
}
