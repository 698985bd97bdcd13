// The test runner of `npm run mutate`: Stryker's own for vitest, but with a thread that stays. Loading the package for
// each mutant took nine tenths of the time. What a mutant left behind in it must not decide about the next one.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

const from = pathToFileURL(createRequire(import.meta.url).resolve('@stryker-mutator/vitest-runner'))
const { VitestTestRunner } = await import(new URL('./vitest-test-runner.js', from).href)
const { vitestWrapper } = await import(new URL('./vitest-wrapper.js', from).href)

/** A thread keeps every copy of the test files that it has run. */
const RUNS_OF_A_THREAD = 1_500
/** As Stryker numbers them. */
const [PASSED, FAILED] = [0, 1]

const SLOW_MS = 1_000
/** What a test may take without a mutant, on a busy machine. */
const SLOWEST_MS = 120_000
/** What the tests of one mutant may take, by what they took without it. Those of the quickest files come first. */
const BUDGET_MS = 5_000
/** Longer than a test may wait for what does not come, with its retry; a new thread has to load first. */
const HANGS_MS = 15_000

let thread
let killers = []
const took = new Map()
let runs = 0

async function renew() {
  await thread?.terminate()
  thread = undefined
  runs = 0
}

/** What vitest asks of a worker: https://vitest.dev/guide/advanced/pool. */
const workerOf = ({ env, execArgv }) => ({
  name: 'kept',
  on: (event, listener) => thread?.on(event, listener),
  off: (event, listener) => thread?.off(event, listener),
  send: (message) => thread?.postMessage(message),
  deserialize: (data) => data,
  start: async () => {
    thread ??= new Worker(new URL('./mutate-thread.mjs', import.meta.url), { env, execArgv })
    runs++
  },
  stop: async () => {
    for (const event of ['message', 'error', 'exit']) thread?.removeAllListeners(event)
    // After its last test a thread may still fail: by a mutant that is no longer asked about.
    thread?.on('error', () => {})
  },
})

class KeptTestRunner extends VitestTestRunner {
  async init() {
    const { createVitest } = vitestWrapper
    vitestWrapper.createVitest = (mode, options) =>
      createVitest(mode, { ...options, pool: { name: 'kept', createPoolWorker: workerOf } })
    await super.init().finally(() => {
      vitestWrapper.createVitest = createVitest
    })
  }

  /** Without the tests that take seconds: they would be most of what each survivor costs. */
  async dryRun(options) {
    await renew()
    const { testTimeout } = this.ctx.projects[0].config
    this.allow(SLOWEST_MS)
    const result = await super.dryRun(options)
    this.allow(testTimeout)
    if (result.status !== 'complete' || result.tests.some(({ status }) => status === FAILED)) return result
    for (const { id, timeSpentMs } of result.tests) took.set(id, timeSpentMs)
    const slow = result.tests.filter(({ timeSpentMs }) => timeSpentMs > SLOW_MS)
    for (const { id } of slow) {
      console.log(`Not run for a mutant, since it is slow: ${id}`)
      delete result.mutantCoverage?.perTest[id]
    }
    return { ...result, tests: result.tests.filter((test) => !slow.includes(test)) }
  }

  allow(testTimeout) {
    for (const { config } of this.ctx.projects) config.testTimeout = testTimeout
  }

  /** File by file, what killed last first: what comes after the first test that fails is not loaded. */
  async mutantRun(asked) {
    if (runs >= RUNS_OF_A_THREAD) await renew()
    // What runs once is loaded already; what also runs in tests is changed for those.
    const options = { ...asked, mutantActivation: 'runtime' }
    if (!options.testFilter?.length) return this.runFile(options)
    const files = new Map()
    for (const id of options.testFilter) {
      const file = id.slice(0, id.indexOf('#'))
      files.set(file, [...(files.get(file) ?? []), id])
    }
    const msOf = (id) => took.get(id) ?? 0
    for (const ids of files.values()) ids.sort((a, b) => msOf(a) - msOf(b))
    const sum = (file) => files.get(file).reduce((ms, id) => ms + msOf(id), 0)
    const byTime = [...files.keys()].sort((a, b) => sum(a) - sum(b))
    const order = [...new Set([...killers.filter((file) => files.has(file)), ...byTime])]
    let budget = BUDGET_MS
    let nrOfTests = 0
    for (const file of order) {
      const testFilter = files.get(file).filter((id) => {
        const fits = msOf(id) <= budget
        if (fits) budget -= msOf(id)
        return fits
      })
      if (testFilter.length === 0) continue
      const result = await this.runFile({ ...options, testFilter })
      nrOfTests += result.nrOfTests ?? 0
      if (result.status === 'survived') continue
      killers = [file, ...killers.filter((each) => each !== file)]
      return { ...result, nrOfTests }
    }
    return { status: 'survived', nrOfTests }
  }

  /** A mutant is killed only by a test that passes in the same thread without it. */
  async runFile(options) {
    const isNew = thread === undefined
    const result = await this.inTime(options)
    if (result.status === 'survived') return result
    if (result.status === 'killed' && (isNew || (await this.passes(result)))) return result
    await renew()
    if (result.status === 'timeout') return result
    const again = await this.inTime(options)
    if (again.status !== 'survived') await renew()
    return again
  }

  /** Ends a thread that hangs; Stryker would end this process, which takes longer to be there again. */
  async inTime(options) {
    let timer
    const hangs = new Promise((resolve) => {
      timer = setTimeout(resolve, thread ? HANGS_MS : 3 * HANGS_MS, 'hangs')
    })
    const running = super.mutantRun(options)
    const result = await Promise.race([running, hangs])
    clearTimeout(timer)
    if (result !== 'hangs') return result
    await renew()
    await running.catch(() => {})
    return { status: 'timeout' }
  }

  async passes({ killedBy }) {
    this.ctx.provide('activeMutant', undefined)
    this.ctx.provide('hitLimit', undefined)
    const { status, tests } = await this.run({ testIds: [killedBy].flat().slice(0, 1) })
    const has = (wanted) => tests.some(({ status: each }) => each === wanted)
    return status === 'complete' && has(PASSED) && !has(FAILED)
  }

  async dispose() {
    await super.dispose()
    await renew()
  }
}

function create(injector) {
  return injector.provideValue('globalNamespace', '__stryker__').injectClass(KeptTestRunner)
}
create.inject = ['$injector']

export const strykerPlugins = [{ kind: 'TestRunner', name: 'kept', factory: create }]
