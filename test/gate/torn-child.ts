// A gate in a process of its own, on a SQLite file, that is killed: run by torn.test.ts.

import { writeSync } from 'node:fs'
import { sqliteStore } from '../../src/stores/sqlite.js'
import { EVIL, openDesk, PLAN } from './torn-desk.js'

const [path = '', until = ''] = process.argv.slice(2)
const { session } = openDesk(sqliteStore({ path }))
const rest = () => new Promise((resolve) => setTimeout(resolve, 1_200))

session.userSaid(PLAN, { id: 'u1' })
if (until === 'rest') await session.call({ id: 'c1', name: 'list_files', args: {} })
await rest()
if (until !== 'rest') {
  // What nothing vouches for is put in: held, and from now on nobody's word but the model's.
  await session.call({ id: 'c2', name: 'send_mail', args: { to: EVIL, body: 'hello' } })
  if (until === 'stored') await rest()
}
writeSync(1, 'ready\n')
setInterval(() => {}, 60_000)
