// Each acceptance scenario on each path: what a target may do is the same, however it got to work.

import { describe, expect, test, vi } from 'vitest'
import { agent, handoff } from '../../src/agents/index.js'
import { PATHS, play, type Scene } from './paths.js'

// Some scenes grant nothing, which is warned of.
vi.spyOn(process, 'emitWarning').mockImplementation(() => {})

const tries = (name: string, ...calls: string[]) => ({
  [name]: [calls.map((call) => ({ call, args: {} })), 'an answer'],
})

const automation: Pick<Scene, 'target' | 'scripts'> = {
  target: (tools, extra) =>
    agent({ name: 'Automation', instructions: 'Automation', tools: [tools.search, tools.execute, ...extra] }),
  scripts: tries('Automation', 'search', 'execute_code'),
}

describe.each(PATHS)('%s', (path) => {
  test('a tool that the source lacks is not shown, and called anyway it is denied', async () => {
    const seen = await play(automation, path)
    expect(seen.end.status).toBe('done')
    expect(seen.shown('Automation')).toEqual(['search'])
    expect(seen.calls).toEqual(['search ok', 'execute_code denied'])
    expect(seen.ran).toEqual(['search'])
  })

  test('a withheld name and one that is nowhere come to the same outcome', async () => {
    const seen = await play(
      { ...automation, scripts: tries('Automation', 'execute_code', 'execute_cod_') },
      path,
    )
    const outcomes = [...(seen.handed?.outcomes ?? []), ...seen.result.outcomes].filter(
      ({ tool }) => tool !== 'send',
    )
    const same = outcomes.map(({ status, model, tool }) => [status, model.replaceAll(tool, 'X')])
    expect(same[0]).toEqual(same[1])
    expect(same[0]?.[0]).toBe('denied')
    expect(seen.ran).toEqual([])
  })

  test('a source without tools gives none', async () => {
    const seen = await play({ ...automation, source: () => ({}) }, path)
    expect(seen.shown('Automation')).toEqual([])
    expect(seen.calls).toEqual(['search denied', 'execute_code denied'])
  })

  test('what the source delegates is passed on, and the source itself is not shown it', async () => {
    const source: Scene['source'] = (tools) => ({ tools: [tools.search], delegates: [tools.execute] })
    const seen = await play({ ...automation, source }, path)
    expect(seen.calls).toEqual(['search ok', 'execute_code ok'])
    expect(seen.shown('Source')).not.toContain('execute_code')
  })

  test('passthrough gives the target its own, and the policy of the run refuses it', async () => {
    const edge: Scene['edge'] = () => ({ toolPolicyMode: 'passthrough' })
    const open = await play({ ...automation, edge }, path)
    expect(open.calls).toEqual(['search ok', 'execute_code ok'])
    const closed = await play({ ...automation, edge, policy: () => ({ passthrough: false }) }, path)
    expect(closed.calls).toEqual(['search ok', 'execute_code denied'])
  })

  test.each([
    ['as a text', () => 'search'],
    ['in another case', () => ['SEARCH']],
    ['as an object', (tools: Parameters<NonNullable<Scene['source']>>[0]) => [tools.search]],
  ] as const)('blocked %s is blocked', async (_, blockedTools) => {
    const seen = await play({ ...automation, edge: (tools) => ({ blockedTools: blockedTools(tools) }) }, path)
    expect(seen.calls).toEqual(['search denied', 'execute_code denied'])
  })

  test('what the policy of the run blocks, nobody has', async () => {
    const seen = await play({ ...automation, policy: () => ({ blockedTools: 'search' }) }, path)
    expect(seen.calls).toEqual(['search denied', 'execute_code denied'])
  })

  test("a caller's list that grows later changes nothing", async () => {
    const seen = await play(
      {
        ...automation,
        source: (tools) => {
          const own = [tools.search]
          queueMicrotask(() => own.push(tools.execute))
          return { tools: own }
        },
      },
      path,
    )
    expect(seen.calls).toEqual(['search ok', 'execute_code denied'])
  })

  test('chain of three: the last never has what the first lacked, and blocked stays blocked', async () => {
    const scene: Scene = {
      source: (tools) => ({ tools: [tools.search, tools.records] }),
      target: (tools, extra) => {
        const last = agent({
          name: 'Last',
          instructions: 'Last',
          tools: [tools.search, tools.execute, tools.records],
        })
        // Its own edge tries to loosen what came before.
        const edge = handoff(last, { toolPolicyMode: 'passthrough', toolName: 'on' })
        const own = [tools.search, tools.execute, tools.records, ...extra]
        return agent({ name: 'Middle', instructions: 'Middle', tools: own, handoffs: [edge] })
      },
      edge: () => ({ blockedTools: ['records'] }),
      policy: () => ({ passthrough: false }),
      scripts: {
        Middle: [{ call: 'on', args: { task: 'go on' } }, 'well'],
        ...tries('Last', 'search', 'execute_code', 'records'),
      },
    }
    const seen = await play(scene, path)
    expect(seen.shown('Last')).toEqual(['search'])
    expect(seen.calls).toEqual(['search ok', 'execute_code denied', 'records denied'])
  })

  test('handing back does not restore', async () => {
    const scene: Scene = {
      source: (tools) => ({ tools: [tools.search, tools.records] }),
      edge: () => ({ detectCycles: false }),
      target: (tools, extra, source) =>
        agent({
          name: 'Narrow',
          instructions: 'Narrow',
          tools: [tools.search, ...extra],
          handoffs: () => [handoff(source(), { toolName: 'back', detectCycles: false })],
        }),
      scripts: { Narrow: [{ call: 'back', args: { task: 'again' } }, 'well'] },
    }
    const seen = await play(scene, path)
    const back = seen
      .requests('Source')
      .find(({ prompt }) => JSON.stringify(prompt).includes('Narrow hands over'))
    const offered = back?.tools?.map(({ name }) => name) ?? []
    expect(offered).toContain('search')
    expect(offered).not.toContain('records')
  })

  test('a cycle is refused with the whole path', async () => {
    const scene: Scene = {
      target: (tools, extra, source) =>
        agent({
          name: 'Round',
          instructions: 'Round',
          tools: [tools.search, ...extra],
          handoffs: () => [handoff(source(), { toolName: 'back' })],
        }),
      scripts: { Round: [{ call: 'back', args: {} }, 'then not'] },
    }
    const seen = await play(scene, path)
    expect(seen.end.status).toBe('done')
    expect(JSON.stringify(seen.request('Round')?.prompt)).toContain('Source > Round > Source')
  })

  test('a target without an answer is no success, and its source goes on', async () => {
    const seen = await play({ ...automation, scripts: { Automation: [' '] } }, path)
    expect(seen.end).toMatchObject({ status: 'empty', code: 'empty_answer' })
    if (path === 'program') return
    expect(seen.result).toMatchObject({ status: 'done', text: 'the last word', finalAgent: 'Source' })
  })

  test('a guard that throws denies, and the target never works', async () => {
    const edge: Scene['edge'] = (_, life) => ({
      guard: () => {
        // What was let pass before it was stored is judged again.
        if (path === 'resumed' && life === 'first') return true
        throw new Error('secret of the guard')
      },
    })
    const seen = await play({ ...automation, edge }, path)
    expect(seen.end).toMatchObject({ status: 'denied', code: 'not_permitted' })
    expect(seen.calls).toEqual([])
    expect(JSON.stringify([seen.events, seen.handed, seen.request('Source')])).not.toContain('secret')
  })

  test.each([
    ['says nothing', undefined],
    ['says yes in words', 'yes'],
  ])('a guard that %s denies', async (_, says) => {
    const edge: Scene['edge'] = (__, life) => ({
      guard: () => (path === 'resumed' && life === 'first' ? true : (says as unknown as boolean)),
    })
    expect((await play({ ...automation, edge }, path)).end.status).toBe('denied')
  })

  test('a handoff that takes too long is stopped, its tool is aborted, and nothing of it counts later', async () => {
    const scene: Scene = {
      source: (tools) => ({ tools: [tools.slow] }),
      target: (tools, extra) => agent({ name: 'Slow', instructions: 'Slow', tools: [tools.slow, ...extra] }),
      edge: () => ({ timeoutMs: 60 }),
      scripts: { Slow: [{ call: 'slow' }, 'too late'] },
    }
    const seen = await play(scene, path)
    expect(seen.end).toMatchObject({ status: 'timeout', code: 'timeout' })
    expect(seen.calls).toEqual(['slow error'])
    expect(seen.ran).toEqual(['slow was aborted'])
    expect(JSON.stringify([seen.result, seen.handed])).not.toContain('too late')
  })

  test('what a target read comes along with its answer, and is fenced', async () => {
    const seen = await play(automation, path)
    const label = seen.handed?.label ?? seen.result.label
    expect(label.integrity).toBe('third-party-text')
    if (path === 'parallel' || path === 'as a tool') {
      expect(JSON.stringify(seen.request('Source')?.prompt)).toMatch(
        /<<<third-party text from .*Automation.*an answer/,
      )
    }
  })

  test('n = 0 passes the task and nothing else', async () => {
    const before = [{ call: 'search', args: { query: 'old matter' } }]
    const seen = await play({ ...automation, before, edge: () => ({ context: 'last', n: 0 }) }, path)
    const prompt = seen.request('Automation')?.prompt ?? []
    expect(prompt.filter(({ role }) => role === 'user')).toHaveLength(1)
    expect(JSON.stringify(prompt)).not.toContain('old matter')
    expect(JSON.stringify(prompt)).toContain('find the report')
  })

  test.each(['é'.repeat(40), 'a'.repeat(64), '検索係'])('an agent named %s', async (name) => {
    const scene: Scene = {
      target: (tools, extra) =>
        agent({ name, instructions: name, tools: [tools.search, tools.execute, ...extra] }),
      scripts: tries(name, 'search', 'execute_code'),
    }
    expect((await play(scene, path)).calls).toEqual(['search ok', 'execute_code denied'])
  })

  test('two agents with one name are two agents: no cycle, and each its own tools', async () => {
    const scene: Scene = {
      source: (tools) => ({ tools: [tools.search, tools.records] }),
      target: (tools, extra) => {
        const other = agent({ name: 'Twin', instructions: 'Other', tools: [tools.records] })
        const own = [tools.search, tools.records, ...extra]
        return agent({
          name: 'Twin',
          instructions: 'Twin',
          tools: own,
          handoffs: [handoff(other, { toolName: 'other' })],
        })
      },
      scripts: { Twin: [{ call: 'other', args: {} }, 'no'], ...tries('Other', 'records', 'search') },
    }
    const seen = await play(scene, path)
    expect(seen.calls).toEqual(['records ok', 'search denied'])
  })
})
