// `npm run bench:agentdojo [-- --data FILE --roles DIR --json --explain --adaptive]`: builds, then replays AgentDojo through
// the gate. With --json only the counts are on stdout; call it as `npm run -s` to keep npm's own lines away.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildBench } from './setup.mjs'

const replay = join(buildBench(), 'agentdojo', 'replay.js')
const { status } = spawnSync(process.execPath, [replay, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exitCode = status ?? 1
