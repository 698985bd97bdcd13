// How a client connects to a running gateway, ready to paste.

/** A client, and what its user does. */
export interface ConnectHelp {
  readonly client: string
  /** Where it goes: a file, or a terminal. */
  readonly where: string
  readonly paste: string
}

/** The configs of the clients that most people use. The token is in them: show them to the operator alone. */
export function connectHelp(url: string, token: string, name = 'sallyport'): readonly ConnectHelp[] {
  const headers = { Authorization: `Bearer ${token}` }
  return [
    {
      client: 'Claude Code',
      where: 'in a terminal',
      paste: `claude mcp add --transport http ${name} ${url} --header "Authorization: Bearer ${token}"`,
    },
    {
      client: 'Cursor',
      where: '.cursor/mcp.json',
      paste: json({ mcpServers: { [name]: { url, headers } } }),
    },
    {
      client: 'VS Code',
      where: '.vscode/mcp.json',
      paste: json({ servers: { [name]: { type: 'http', url, headers } } }),
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
  return [`Listening on ${strong(url)}\nToken: ${token}`, ...clients].map((part) => `${part}\n`).join('\n')
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
