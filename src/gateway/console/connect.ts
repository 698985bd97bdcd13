// How a client connects to a running gateway, ready to paste.

/** A client, and what its user does. */
interface ConnectHelp {
  readonly client: string
  /** Where it goes: a file, or a terminal. */
  readonly where: string
  readonly paste: string
}

/** The configs of the clients that most people use. The token is in them: show them to the operator alone. */
export function connectHelp(url: string, token: string, name = 'sallyport'): readonly ConnectHelp[] {
  const authorization = `Bearer ${token}`
  return [
    {
      client: 'Claude Code',
      where: 'in a terminal',
      paste: `claude mcp add --transport http ${name} ${url} --header "Authorization: ${authorization}"`,
    },
    {
      client: 'Cursor',
      where: '.cursor/mcp.json',
      paste: entry('mcpServers', name, { url, headers: { Authorization: authorization } }),
    },
    {
      client: 'VS Code',
      where: '.vscode/mcp.json',
      paste: entry('servers', name, { type: 'http', url, headers: { Authorization: authorization } }),
    },
  ]
}

/**
 * What the operator reads when the gateway listens: where, with which token, and how clients connect.
 *
 * @param strong Makes a heading stand out.
 */
export function announcement(url: string, token: string, strong = (text: string) => text): string {
  const clients = connectHelp(url, token).map(
    ({ client, where, paste }) => `${strong(client)} (${where}):\n${paste.replaceAll(/^/gm, '  ')}`,
  )
  return [
    `Listening on ${strong(url)}\nToken: ${token}`,
    ...clients,
    'Each call that crosses is a line below. Ctrl-C ends.',
  ]
    .map((part) => `${part}\n`)
    .join('\n')
}

/** One entry of a client's file; one line a key, so that three clients fit a screen. */
function entry(key: string, name: string, value: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(value).map(
    ([inner, each]) => `  ${JSON.stringify(inner)}: ${spaced(JSON.stringify(each))}`,
  )
  return `{ ${JSON.stringify(key)}: { ${JSON.stringify(name)}: {\n${lines.join(',\n')}\n} } }`
}

/** JSON of one line with the spaces that people write. */
function spaced(json: string): string {
  return json.replace(/^\{(.*)\}$/, '{ $1 }').replace(/^(\{ "[^"]*"):/, '$1: ')
}
