// The environment that a server inherits: an allow-list. Everything else, such as the tokens of other programs,
// a server gets only when its entry in the config says so.

/** The variables of `env` that every server may have. */
export function inheritedEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const inherited: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    // A value that begins with `()` is a function of the shell: code, not data.
    if (value !== undefined && !value.startsWith('()') && isAllowed(name)) inherited[name] = value
  }
  return inherited
}

const WINDOWS: ReadonlySet<string> = new Set([
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
])

/** Who and where, which language, which certificates. Not proxies: their addresses hold passwords. */
const POSIX =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|LANG|LC_[A-Z]+|TZ|TMPDIR|XDG_(CONFIG|CACHE|DATA|STATE)_HOME|XDG_RUNTIME_DIR|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/

function isAllowed(name: string): boolean {
  return process.platform === 'win32' ? WINDOWS.has(name.toUpperCase()) : POSIX.test(name)
}
