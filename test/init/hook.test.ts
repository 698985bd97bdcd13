// The prompt hook goes into the client's settings, beside what is there.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hookForClaudeCode } from '../../src/init/hook.js'
import { freshFolder } from '../gateway/fixtures/servers.js'

function project(settings?: string): string {
  const folder = freshFolder()
  if (settings !== undefined) {
    mkdirSync(join(folder, '.claude'))
    writeFileSync(join(folder, '.claude', 'settings.json'), settings)
  }
  return folder
}

const hook = {
  hooks: [
    {
      type: 'command',
      command: 'npx sallyport said --config "$CLAUDE_PROJECT_DIR/conf/mcp.json"',
      timeout: 10,
    },
  ],
}

function edit(settings?: string) {
  const folder = project(settings)
  return hookForClaudeCode(folder, join(folder, 'conf', 'mcp.json'))
}

test('without settings they are made', () => {
  const { before, after, file } = edit()
  expect(before).toBe('')
  expect(file).toMatch(/\.claude.settings\.json$/)
  expect(JSON.parse(after)).toEqual({ hooks: { UserPromptSubmit: [hook] } })
})

test('other settings and other hooks stay', () => {
  const settings = { model: 'x', hooks: { Stop: [], UserPromptSubmit: [{ hooks: [] }] } }
  expect(JSON.parse(edit(JSON.stringify(settings)).after)).toEqual({
    model: 'x',
    hooks: { Stop: [], UserPromptSubmit: [{ hooks: [] }, hook] },
  })
})

test('a hook that is there is kept as it is', () => {
  const { before, after } = edit(JSON.stringify({ hooks: { UserPromptSubmit: [hook] } }))
  expect(after).toBe(before)
})

test.each(['[]', '{', '{ "hooks": [] }', '{ "hooks": { "UserPromptSubmit": {} } }'])(
  'settings that say %s are refused, not repaired',
  (settings) => {
    expect(() => edit(settings)).toThrow(/settings\.json/)
  },
)

test('settings in which a key is written twice are refused: a client may read the other one', () => {
  const settings = '{ "hooks": { "Stop": [] }, /* old */ "hooks": { "UserPromptSubmit": [] } }'
  expect(() => edit(settings)).toThrow(/settings\.json.*'hooks' is written twice/)
})

test('a name of the file that a shell would read is quoted', () => {
  const folder = project()
  const { after } = hookForClaudeCode(folder, join(folder, 'a$(id)`"b.json'))
  const { hooks } = JSON.parse(after) as { hooks: { UserPromptSubmit: (typeof hook)[] } }
  expect(hooks.UserPromptSubmit[0]?.hooks[0]?.command).toContain('/a\\$(id)\\`\\"b.json"')
})
