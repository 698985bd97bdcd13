// The thread of scripts/mutate-runner.mjs: a worker of vitest that can be started again after it was stopped.

import { parentPort } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

/** Set for one start: the answers of the main thread to what that start asked. */
const later = new Set()
let first

init({
  post: (message) => parentPort.postMessage(message),
  on: (listener) => {
    if (first === undefined) first = listener
    else later.add(listener)
    parentPort.on('message', listener)
  },
  off: (listener) => parentPort.off('message', listener),
  teardown: () => {
    for (const each of later) parentPort.off('message', each)
    later.clear()
  },
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
})
