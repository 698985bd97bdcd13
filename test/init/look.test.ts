// Looking at servers that do everything wrong: each is said, none takes another with it, and none is left running.

import { expect, test } from 'vitest'
import { createConsole } from '../../src/gateway/console/console.js'
import { lookAt } from '../../src/init/look.js'
import { QUICK, recorder, until } from '../gateway/fixtures/running.js'
import { hostileServer, isAlive, realServer } from '../gateway/fixtures/servers.js'

test('what can be listed is, what can not is said, and everything is ended', async () => {
  const { stream, text } = recorder()
  const flags = ['--bad-tools', '--loop-cursor', '--dies', '--silent', '--stubborn', '--junk']
  const hostile = flags.map((flag) => hostileServer([flag]))
  const servers = hostile.map(({ config }, at) => ({ ...config, id: flags[at] as string }))
  const timing = { ...QUICK, handshakeMs: 1_500, probeMs: 500 }
  const looked = await lookAt([...servers, realServer('memory')], createConsole(stream), timing)

  const trouble = looked.flatMap((one) => ('trouble' in one ? [one.id] : []))
  expect(trouble).toEqual(['--dies', '--silent'])
  for (const one of looked) if ('trouble' in one) expect(one.trouble).not.toContain('next try')
  expect(looked.at(-1)).toMatchObject({ id: 'memory', tools: { length: 9 } })
  expect(text()).toMatch(/--bad-tools: set aside: tool 'no_schema'/)
  expect(text()).toMatch(/--loop-cursor: .*repeats a cursor/)
  const pids = hostile.flatMap(({ events }) => events().map(({ pid }) => pid))
  expect(pids.length).toBeGreaterThan(0)
  await until(() => !pids.some(isAlive), 'the end of all servers')
}, 40_000)
