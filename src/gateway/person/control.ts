// The control surface of a running gateway: the door of the person who runs it, on a loopback port of its own with
// a token of its own. A client that holds the token of `/mcp` has no key to this one, so no model speaks as the user.

import type { Server as NodeServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { isJsonContentType, readRequestBody } from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import { z } from 'zod'
import { DefinitionError, parseOptions } from '../../base/options.js'
import { MAX_MESSAGE } from '../../flow/words/words.js'
import { writeControl } from '../config/control-state.js'
import { newToken } from '../config/state.js'
import { createGuard } from '../front/guard.js'
import { type Person, PersonError } from './person.js'

/** What the control surface needs. */
interface ControlOptions {
  readonly person: Person
  /** Where port and token are left. */
  readonly stateFolder: string
  /** The process of the client that runs the gateway, where there is one. */
  readonly client?: number | undefined
  /** Gets one line for an answer or for words that were taken. */
  note(text: string): void
  /** Gets one line for a fault of ours while a request was served. */
  warn(text: string): void
}

/** An open control surface. */
export interface Control {
  readonly port: number
  close(): Promise<void>
}

/**
 * Opens it on a free port, and leaves port and token in the state folder.
 *
 * @throws StartError when the state folder can't be written.
 */
export async function openControl({
  person,
  stateFolder,
  client,
  note,
  warn,
}: ControlOptions): Promise<Control> {
  const token = newToken()
  const app = controlApp(person, token, { note, warn })
  const server = await listen(app)
  const { port } = server.address() as AddressInfo
  const end = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  try {
    const forget = writeControl(stateFolder, { port, token, pid: process.pid, client })
    return {
      port,
      close() {
        forget()
        return end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** The routes. All of them want the token, and no foreign page. */
function controlApp(
  person: Person,
  token: string,
  { note, warn }: Pick<ControlOptions, 'note' | 'warn'>,
): Hono {
  const guard = createGuard(token)
  const app = new Hono()
  app.use(async (context, next) => {
    const refusal = guard(context.req.raw.headers)
    return refusal ? context.json({ error: refusal.message }, refusal.status) : next()
  })
  app.post('/control/said', async ({ req, json }) => {
    const { text, id, conversation } = await bodyOf(req.raw, 'said', saidSchema)
    const conversations = await person.said({ text, id, conversation })
    // Never the words: this line ends up in logs.
    note(`the user spoke (${text.length} ${text.length === 1 ? 'character' : 'characters'})`)
    return json({ conversations })
  })
  app.get('/control/approvals', async ({ json }) => json({ approvals: await person.approvals() }))
  app.post('/control/approve', async ({ req, json }) => {
    const { id, ...options } = await bodyOf(req.raw, 'approve', approveSchema)
    const { tool, waits } = await person.approve(id, options)
    note(`${tool}: a person approved it for '${options.for}'`)
    return json({ tool, waits })
  })
  app.post('/control/deny', async ({ req, json }) => {
    const { id, ...options } = await bodyOf(req.raw, 'deny', denySchema)
    const { tool, waits } = await person.deny(id, options)
    note(`${tool}: a person denied it${options.for === 'value' ? ' for good' : ''}`)
    return json({ tool, waits })
  })
  app.get('/control/standing', async ({ json }) => json({ standing: await person.standing() }))
  app.post('/control/revoke', async ({ req, json }) => {
    const { id } = await bodyOf(req.raw, 'revoke', idSchema)
    const { tools, verdict } = await person.revoke(id)
    note(`${tools.join(', ')}: a person took back ${verdict === 'deny' ? 'a never' : 'an approval'}`)
    return json({ tools, verdict })
  })
  app.notFound(({ json }) => json({ error: `There is nothing here but ${PATHS.join(', ')}.` }, 404))
  app.onError((error, { json }) => {
    if (error instanceof Refused) return json({ error: error.message }, error.status)
    if (error instanceof PersonError)
      return json(
        { error: error.message, ...(error.changed && { approval: error.changed }) },
        error.kind === 'missing' ? 404 : 409,
      )
    warn(`a control request could not be served: ${error.message}`)
    return json({ error: 'Something went wrong inside the gateway.' }, 500)
  })
  return app
}

const PATHS = ['said', 'approvals', 'approve', 'deny', 'standing', 'revoke'].map((each) => `/control/${each}`)

/** Room for the longest message, each character escaped. */
const LARGEST_BODY = 256 * 1024

const saidSchema = z.strictObject({
  text: z.string().min(1).max(MAX_MESSAGE),
  id: z.string().min(1).max(200),
  conversation: z.string().min(1).max(512).optional(),
})

const idSchema = z.strictObject({ id: z.string().min(1).max(200) })

const denySchema = idSchema.extend({
  for: z.enum(['once', 'value']).optional(),
  until: z.string().max(64).optional(),
})

const approveSchema = denySchema.extend({
  for: z.enum(['once', 'value']),
  seen: z.string().max(64).optional(),
  uses: z.int().positive().optional(),
})

class Refused extends Error {
  constructor(
    readonly status: 400 | 413 | 415,
    message: string,
  ) {
    super(message)
  }
}

async function bodyOf<S extends z.ZodObject>(
  request: Request,
  what: string,
  schema: S,
): Promise<z.output<S>> {
  // A page can't send this type to another origin without asking first.
  if (!isJsonContentType(request.headers.get('content-type'))) {
    throw new Refused(415, 'Content-Type must be application/json.')
  }
  const body = await readRequestBody(request, LARGEST_BODY)
  if (body.tooLarge) throw new Refused(413, `The request is larger than ${LARGEST_BODY / 1024} KiB.`)
  try {
    return parseOptions(schema, JSON.parse(body.text), what)
  } catch (error) {
    if (error instanceof DefinitionError) throw new Refused(400, error.message)
    throw new Refused(400, 'The body is no JSON.')
  }
}

function listen({ fetch }: Hono): Promise<NodeServer> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }, () =>
      resolve(server),
    ) as NodeServer
    server.once('error', reject)
  })
}
