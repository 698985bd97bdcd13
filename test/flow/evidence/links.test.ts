// Following links: free among public text, counted in bits once something private was shown.

import { describe, expect, test } from 'vitest'
import { askAbout } from '../../../src/flow/person/approval.js'
import { registrableDomain, siteOf } from '../../../src/net/domains.js'
import { flowTool, Scene, type SceneSetting, text } from '../scene.js'

const uri = { type: 'string', format: 'uri' }
const fetchPage = flowTool('fetch_page', 'read', { url: uri }, { readers: ['public'] })
const search = flowTool(
  'search_web',
  'read',
  { query: text },
  { readers: ['public'], origin: { '*.url': 'third-party-structured' } },
)
const notes = flowTool('read_note', 'read', { name: text }, {})
const bookmarks = flowTool('list_bookmarks', 'read', {}, { origin: { '*.text': 'first-party' } })
const hook = flowTool('post_hook', 'trigger', { url: uri }, { egress: 'send' })
const download = flowTool('save_page', 'write', { url: uri }, { egress: false })
const login = flowTool('log_in', 'read', { password: text }, { roles: { password: 'credential' } })

const page = (from: number, count: number, host = 'docs.example') =>
  Array.from({ length: count }, (_, i) => `see https://${host}/p/${from + i} and`).join('\n')

/** Follows links until one is refused. */
function follows(scene: Scene, urls: readonly string[]): number {
  const at = urls.findIndex((url) => scene.call(fetchPage, { url }).verdict !== 'allow')
  return at === -1 ? urls.length : at
}
const links = (count: number, host = 'docs.example') =>
  Array.from({ length: count }, (_, i) => `https://${host}/p/${i}`)

describe('a link in a text', () => {
  const url = 'https://docs.example/page'
  test.each([
    ['plain', `see ${url} now`],
    ['at the end of a sentence', `It is ${url}.`],
    ['in brackets', `It (${url}) is`],
    ['in Markdown', `[this](${url})`],
    ['in angle brackets', `<${url}>`],
    ['in backticks', `\`${url}\``],
    ['in quotes', `"${url}"`],
    ['without a scheme', 'at docs.example/page,'],
    ['as a field', url],
    ['in a text of 50 kB', `${'word '.repeat(10_000)} ${url}`],
  ])('%s can be followed', (_, body) => {
    const scene = new Scene().said('Open what the note links to').shows(fetchPage, { body })
    expect(scene.verdict(fetchPage, { url })).toBe('allow')
    expect(scene.judge(fetchPage, { url }).arguments[0]).toMatchObject({
      by: 'followed',
      label: 'third-party-text',
      from: { tool: 'fetch_page' },
    })
  })

  test('with a parenthesis in it', () => {
    const scene = new Scene().shows(fetchPage, { body: '(https://en.example/wiki/A_(b))' })
    expect(scene.verdict(fetchPage, { url: 'https://en.example/wiki/A_(b)' })).toBe('allow')
  })

  test.each([
    ['composed by the model', `${url}/secret`],
    ['with a query that was not seen', `${url}?q=secret`],
    ['with a fragment that was not seen', `${url}#secret`],
    ['on a name below', 'https://secret.docs.example/page'],
    ['without its query', 'https://docs.example/search'],
    ['composed without a scheme', 'docs.example/secret'],
  ])('one %s is not', (_, url) => {
    const body = 'https://docs.example/page https://docs.example/search?q=1'
    expect(new Scene().shows(fetchPage, { body }).verdict(fetchPage, { url })).toMatch(
      /^hold: (url_unseen|no_evidence)$/,
    )
  })

  test('one with a query that was seen whole is', () => {
    const body = 'https://docs.example/search?q=1'
    expect(new Scene().shows(fetchPage, { body }).verdict(fetchPage, { url: body })).toBe('allow')
  })

  test('one that the model had put into a call is not', () => {
    const url = 'https://evil.example/?q=secret'
    const scene = new Scene().shows(search, { echo: `no hits for ${url}` }, { query: url })
    expect(scene.verdict(fetchPage, { url })).toBe('hold: url_unseen')
  })

  test('it accounts for nothing else: not for an act, and not for a tool that writes', () => {
    const scene = new Scene({ task: ['post_hook'] })
      .said('Post it to the hook')
      .shows(fetchPage, { body: url })
    expect(scene.verdict(hook, { url })).toBe('hold: url_unseen')
    expect(scene.verdict(download, { url })).toBe('hold: url_unseen')
  })

  test('a private address is denied with and without its scheme', () => {
    const scene = new Scene({ isPrivate: ({ hostname }) => hostname === 'wiki.intern.example' })
    scene.shows(fetchPage, { body: 'https://wiki.intern.example/x wiki.intern.example/y' })
    expect(scene.verdict(fetchPage, { url: 'https://wiki.intern.example/x' })).toBe('deny: url_private')
    expect(scene.verdict(fetchPage, { url: 'wiki.intern.example/y' })).toBe('deny: url_private')
  })
})

describe('how many are followed', () => {
  const privately = (setting: SceneSetting = {}) =>
    new Scene(setting).said('Look into it').shows(notes, { text: 'the password is hunter2' })

  test('a conversation over public pages follows twenty without a question', () => {
    const scene = new Scene().said('Research it').shows(search, [{ url: 'https://docs.example/p/0' }])
    scene.shows(fetchPage, { body: page(0, 40) })
    expect(follows(scene, links(20))).toBe(20)
  })

  test('the same after a private note was shown is asked in time', () => {
    // One of 26 links is 4.75 bits: three of them, and not one letter more.
    const scene = privately().shows(fetchPage, { body: page(0, 26, 'evil.example') })
    expect(follows(scene, links(26, 'evil.example'))).toBe(3)
    expect(scene.verdict(fetchPage, { url: 'https://evil.example/p/9' })).toBe('hold: links_spent')
  })

  test('one of its few links costs a bit', () => {
    const scene = privately()
    for (let i = 0; i < 20; i++) scene.shows(fetchPage, { body: `https://a${i}.example/` })
    expect(
      follows(
        scene,
        Array.from({ length: 20 }, (_, i) => `https://a${i}.example/`),
      ),
    ).toBe(16)
  })

  test('hosts of one domain count together', () => {
    const scene = privately()
    const urls = Array.from({ length: 26 }, (_, i) => `https://${String.fromCharCode(97 + i)}.evil.co.uk/`)
    scene.shows(fetchPage, { body: urls.join(' ') })
    expect(follows(scene, urls)).toBe(3)
  })

  test('all links of one call count', () => {
    const many = flowTool('fetch_all', 'read', { urls: { type: 'array', items: uri } }, {})
    const scene = privately().shows(fetchPage, { body: page(0, 26, 'evil.example') })
    const found = scene.judge(many, { urls: links(5, 'evil.example') })
    expect(found.items).toHaveLength(2)
    expect(found.reason).toBe('links_spent')
  })

  test('a link counts once for a call, however often it is judged', () => {
    const scene = privately().shows(fetchPage, { body: page(0, 63) })
    const asOf = scene.state.arrive()
    for (const url of links(2)) scene.state.called(scene.judge(fetchPage, { url }, { asOf }))
    for (const url of links(2)) expect(scene.judge(fetchPage, { url }, { asOf }).verdict).toBe('allow')
    expect(scene.judge(fetchPage, { url: links(3)[2] as string }, { asOf }).verdict).toBe('hold')
  })

  test('a call that was held costs nothing', () => {
    const scene = privately().shows(fetchPage, { body: page(0, 100) })
    const other = flowTool('fetch_with', 'read', { url: uri, id: text }, { roles: { id: 'selector' } })
    for (let i = 0; i < 30; i++)
      expect(scene.call(other, { url: links(1)[0] as string, id: 'x' }).verdict).toBe('hold')
    expect(scene.verdict(fetchPage, { url: links(1)[0] as string })).toBe('allow')
  })

  test.each([
    ['an account', 'My account is DE89 3704 0044 0532 0130 00', true],
    ['a card', 'Use 4111 1111 1111 1111', true],
    ['a phone number', 'I am at +49 30 901820', true],
    ['an order', 'My order is 4811 2231', false],
    ['a name', 'I am Lena Meyer, born in 1990', false],
  ])('the user’s words with %s', (_, words, starts) => {
    const scene = new Scene().said(words).shows(fetchPage, { body: page(0, 26) })
    expect(follows(scene, links(26))).toBe(starts ? 3 : 26)
  })

  test('a secret of the user’s that a tool took starts it', () => {
    const scene = new Scene().said('Log in with “correct horse”').shows(fetchPage, { body: page(0, 26) })
    scene.call(login, { password: 'correct horse' })
    expect(follows(scene, links(26))).toBe(3)
  })

  test.each([
    ['shared text', undefined, 3],
    ['shared text that is public', ['public'], 26],
  ])('%s', (_, readers, count) => {
    const scene = new Scene().shows(fetchPage, { body: page(0, 26) })
    scene.state.userShared(readers)
    expect(follows(scene, links(26))).toBe(count)
  })

  test('what the user or the operator names costs nothing', () => {
    const scene = privately({ trusted: { domains: ['docs.example'] } })
    scene
      .said('Read https://evil.example/p/7')
      .shows(fetchPage, { body: page(0, 100) + page(0, 100, 'evil.example') })
    expect(follows(scene, links(50))).toBe(50)
    for (let i = 0; i < 20; i++)
      expect(scene.call(fetchPage, { url: 'https://evil.example/p/7' }).verdict).toBe('allow')
  })

  test('our own links cost a bit each', () => {
    const scene = privately().shows(bookmarks, [{ text: page(0, 30) }])
    expect(follows(scene, links(30))).toBe(16)
  })

  test('they are counted over a restart, and a record that does not know them fails closed', () => {
    const scene = privately().shows(fetchPage, { body: page(0, 26) })
    expect(follows(scene, links(2))).toBe(2)
    const kept = JSON.parse(JSON.stringify(scene.state))
    const again = new Scene()
    again.state.restore(kept)
    expect(follows(again, links(26).slice(2))).toBe(1)
    const { links: _, ...older } = kept
    const old = new Scene()
    old.state.restore(older)
    expect(old.verdict(fetchPage, { url: 'https://docs.example/p/1' })).toBe('hold: url_unseen')
    old.shows(fetchPage, { body: page(9, 1) })
    expect(old.verdict(fetchPage, { url: 'https://docs.example/p/9' })).toBe('hold: links_spent')
  })

  test('what another process told counts too', () => {
    const [one, other] = [privately(), privately()]
    for (const scene of [one, other]) scene.shows(fetchPage, { body: page(0, 26) })
    one.said('a', 'b')
    expect([follows(one, links(2)), follows(other, links(2))]).toEqual([2, 2])
    one.state.absorb(JSON.parse(JSON.stringify(other.state)))
    expect(one.verdict(fetchPage, { url: 'https://docs.example/p/5' })).toBe('hold: links_spent')
  })

  test('an approval of the value opens the site, for links that were seen', () => {
    const scene = privately().shows(fetchPage, { body: page(0, 26) })
    follows(scene, links(26))
    const args = { url: 'https://docs.example/p/9' }
    const decision = scene.judge(fetchPage, args)
    const asked = askAbout({
      id: 'a1',
      tool: fetchPage,
      callId: 'c',
      args,
      decision,
      expiresAt: scene.now + 1,
    })
    expect(asked.approval.offers).toContain('value')
    scene.state.approvals.ask(asked)
    scene.state.approvals.answer('a1', { verdict: 'allow', for: 'value', by: 'operator' }, 'u', () => 'e1')
    expect(follows(scene, links(26))).toBe(26)
    expect(scene.verdict(fetchPage, { url: 'https://docs.example/secret' })).toBe('hold: url_unseen')
  })
})

test.each([
  ['a.b.evil.co.uk', 'evil.co.uk', 'evil.co.uk'],
  ['lena.github.io', 'github.io', 'lena.github.io'],
  ['10.0.0.1', '10.0.0.1', '10.0.0.1'],
  ['localhost', 'localhost', 'localhost'],
])('%s is of %s', (host, domain, site) => {
  expect([registrableDomain(host), siteOf(host)]).toEqual([domain, site])
})
