import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMeantAsToken, suggestToken } from '../../src/handles/near-token.js'
import {
  isToken,
  lookUpKey,
  mintToken,
  parseToken,
  shortToken,
  tokenPattern,
} from '../../src/handles/token.js'
import { handleKeys } from '../../src/handles/vault/keys.js'

const [key] = handleKeys(['a'.repeat(32)])
const [other] = handleKeys(['b'.repeat(32)])
const token = mintToken('order', key!, 'record-1')
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

test.each([32, 63, 64, 65, 200])('a key of %i bytes makes the HMAC of RFC 2104', (length) => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: length, maxLength: length }),
      fc.string({ unit: 'binary' }),
      (secret, text) => {
        const [key] = handleKeys([secret])
        const wanted = createHmac('sha256', secret)
        expect(Buffer.from(key!.mac(text), 'latin1')).toEqual(wanted.update(text).digest())
      },
    ),
    { numRuns: 50 },
  )
})

test('tokens and key ids stay what they were: stored handles depend on them', () => {
  expect(key!.id).toBe('-z8Z30ZS')
  expect(token).toBe('order_tx0k0v43xfbc42rzxq465yz7c79mnd')
})

describe('a token', () => {
  test('is its kind, 26 characters of HMAC and 4 of checksum, in one case without look-alikes', () => {
    expect(token).toMatch(/^order_[0-9a-hjkmnp-tv-z]{30}$/)
    expect(token).toMatch(new RegExp(tokenPattern('order')))
    expect(parseToken(token)).toEqual({ text: token, kind: 'order' })
  })

  test('is the same for the same record and key, and another for any other', () => {
    expect(mintToken('order', key!, 'record-1')).toBe(token)
    expect(mintToken('order', key!, 'record-2')).not.toBe(token)
    expect(mintToken('order', other!, 'record-1')).not.toBe(token)
  })

  test('uses all its 130 bits', () => {
    const seen = Array.from({ length: 26 }, () => new Set<string>())
    for (let i = 0; i < 2_000; i++) {
      const body = mintToken('o', key!, `r${i}`).slice(2)
      for (let at = 0; at < 26; at++) seen[at]!.add(body[at]!)
    }
    expect(seen.map((set) => set.size)).toEqual(Array(26).fill(32))
  })

  test('of a kind with underscores keeps its kind', () => {
    const made = mintToken('saved_search_2', key!, 'x')
    expect(parseToken(made)?.kind).toBe('saved_search_2')
  })

  test.each([
    ['0', 0],
    ['7', 7],
    ['9999999', 9_999_999],
  ])('with row %s names that row', (row, number) => {
    expect(parseToken(`${token}.${row}`)).toEqual({ text: token, kind: 'order', row: number })
  })

  test.each([
    ['nothing', ''],
    ['truncated', token.slice(0, -1)],
    ['prolonged', `${token}0`],
    ['upper-cased', token.toUpperCase()],
    ['quoted', `"${token}"`],
    ['in backticks', `\`${token}\``],
    ['with a dot', `${token}.`],
    ['with a row that is none', `${token}.x`],
    ['with a padded row', `${token}.01`],
    ['with a negative row', `${token}.-1`],
    ['with an endless row', `${token}.99999999`],
    ['with space', ` ${token}`],
    ['with a line break', `${token}\n`],
    ['without a kind', token.slice(5)],
    ['of another kind', token.replace('order', 'trip')],
    ['invented', `order_${'7'.repeat(30)}`],
    ['with a look-alike', token.replace(/.$/, 'о')],
    ['with NUL', `${token}\0`],
    ['a text', 'the order of last week'],
    ['a megabyte', `order_${'0'.repeat(1_000_000)}`],
  ])('%s is no token', (_what, text) => {
    expect(parseToken(text)).toBeUndefined()
    expect(isToken(text)).toBe(false)
  })

  test('with one wrong character is never taken', () => {
    for (let at = 0; at < token.length; at++) {
      for (const wrong of `${ALPHABET}iluo_-.`) {
        if (wrong === token[at]) continue
        expect(parseToken(token.slice(0, at) + wrong + token.slice(at + 1))).toBeUndefined()
      }
    }
  })

  test('with two neighbours swapped is never taken', () => {
    for (let at = 0; at < token.length - 1; at++) {
      const swapped = token.slice(0, at) + token[at + 1]! + token[at]! + token.slice(at + 2)
      if (swapped !== token) expect(parseToken(swapped)).toBeUndefined()
    }
  })

  test('can not be told from its look-up key', () => {
    expect(lookUpKey(token)).toMatch(/^[\w-]{27}$/)
    expect(lookUpKey(token)).not.toContain(token.slice(6, 12))
  })

  test('has a short form for logs that opens nothing', () => {
    expect(shortToken(token)).toBe(`${token.slice(0, 10)}…`)
    expect(shortToken(`${token}.3`)).toBe(`${token.slice(0, 10)}…`)
    expect(isToken(shortToken(token))).toBe(false)
    expect(shortToken('my password')).toBe('not a token')
  })
})

describe('a suggestion', () => {
  const shown = [mintToken('trip', key!, 'x'), token, mintToken('order', key!, 'y')]

  test.each([
    ['one character wrong', token.replace(/.$/, token.endsWith('0') ? '1' : '0')],
    ['one character lost in the middle', token.slice(0, 12) + token.slice(13)],
    ['one character too many', `${token.slice(0, 12)}z${token.slice(12)}`],
    ['upper-cased', token.toUpperCase()],
    ['quoted', `"${token}"`],
    ['in backticks with a full stop', `\`${token}\`.`],
    ['in angle brackets', `<${token}>`],
    ['letters that the alphabet leaves out', token.replaceAll('0', 'O').replaceAll('1', 'l')],
    ['cut to its half', token.slice(0, 20)],
  ])('is given for a token with %s', (_what, written) => {
    expect(isToken(written)).toBe(false)
    expect(suggestToken(written, shown)).toBe(token)
  })

  test('keeps the row', () => {
    expect(suggestToken(`${token.toUpperCase()}.12`, shown)).toBe(`${token}.12`)
  })

  test.each([
    ['nothing', ''],
    ['only the kind', 'order_'],
    ['the first few characters', token.slice(0, 12)],
    ['four edits', `zzzz${token.slice(4)}`],
    ['a token that was not shown', mintToken('order', key!, 'never shown')],
    ['a text', 'the order of last week'],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('is not given for %s', (_what, written) => {
    expect(suggestToken(written, shown)).toBeUndefined()
  })

  test('has a row as it is to be written', () => {
    expect(suggestToken(`${token}.00`, shown)).toBe(`${token}.0`)
    expect(suggestToken(`${token}.007`, shown)).toBe(`${token}.7`)
  })

  test('is only ever one of those shown', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.subarray(shown), (written, some) => {
        const meant = suggestToken(written, some)
        expect(meant === undefined || some.some((one) => meant.startsWith(one))).toBe(true)
      }),
    )
  })
})

describe('at a place that takes a token or a text', () => {
  const shown = [token]
  const wrong = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  const isMeant = (text: string, tokens = shown) => isMeantAsToken(text, ['order'], tokens)

  test.each<[what: string, text: string]>([
    ['the last character wrong', wrong],
    ['three characters wrong', `${token.slice(0, 12)}zzz${token.slice(15)}`],
    ['three characters less', token.slice(0, -3)],
    ['one character more', `${token}0`],
    ['quotes', `"${token}"`],
    ['blanks', `  ${token}\n`],
    ['braces', `{{${token}}}`],
    ['capitals', token.toUpperCase()],
    ['a code fence', `\`\`\`\n${token}\n\`\`\``],
    ['a word before it', `Here: ${token}`],
    ['its row in quotes', `'${token}.3'`],
    ['a row that is written oddly', `${token}.00`],
  ])('a token with %s was meant as one', (_, text) => {
    expect(isMeant(text)).toBe(true)
  })

  test('one that was not shown is known by its form alone', () => {
    expect(isMeant(wrong, [])).toBe(true)
    expect(isMeant(`{{${wrong}}}`, [])).toBe(true)
    expect(isMeant(token.slice(0, -3), [])).toBe(false)
    expect(isMeantAsToken(wrong, ['result'], [])).toBe(false)
  })

  test.each<[what: string, text: string]>([
    ['nothing', ''],
    ['a word', 'order'],
    ['the beginning of a token', 'order_'],
    ['a name like one', 'order_of_the_golden_fleece_2024'],
    ['a sentence that mentions one', `Please read ${token} before you write the report on it.`],
    ['a text of several lines that mentions one', `# Report\n\nThe whole is in ${token}.\n`],
    ['a file that ends with one', `${'line\n'.repeat(100)}${token}`],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('%s is a text', (_, text) => {
    expect(isMeant(text)).toBe(false)
  })
})

describe('the gate keys', () => {
  test('have public ids that tell nothing of them', () => {
    expect(key!.id).toMatch(/^[\w-]{8}$/)
    expect(key!.id).not.toBe(other!.id)
    expect(handleKeys(['a'.repeat(32)])[0]!.id).toBe(key!.id)
  })

  test.each<[what: string, secrets: (string | Uint8Array)[], message: RegExp]>([
    ['none', [], /at least one/],
    ['a short one', ['short'], /at least 32 bytes.*got 5.*openssl rand -hex 32/],
    ['bytes that are short', [new Uint8Array(16)], /got 16/],
    ['one twice', ['a'.repeat(32), Buffer.from('a'.repeat(32))], /twice/],
  ])('%s: refused with the mend', (_what, secrets, message) => {
    expect(() => handleKeys(secrets)).toThrow(message)
  })
})
