import { describe, expect, test } from 'vitest'
import { actsAsked, type OfferedTool } from '../../../../src/flow/words/request/asked.js'
import { MAX_WORDS, readRequest } from '../../../../src/flow/words/request/read.js'

const acts = (text: string): string[] =>
  readRequest(text).clauses.flatMap(({ acts: own }) =>
    own.map(({ families, polarity }) => `${polarity} ${families[0]}`),
  )

describe('what is asked, and what is only said', () => {
  test.each<[string, string[]]>([
    ['Send the report to Lena', ['asked send']],
    ["Don't send the report", ['denied send']],
    ['Do not pay 500 euros to Lena', []],
    ["Don't forget to send the report", ['reminder send']],
    ['Did you send the report?', ['question send']],
    ['How do I delete a branch?', ['question destroy']],
    ['If I cancel the trip, what do I pay?', ['hypothetical cancel', 'question pay']],
    ['Lena says "delete the draft"', ['quoted destroy']],
    ['The order was cancelled.', ['past cancel']],
    ['let me know', ['asked read']],
    ['Tell me what she wrote', ['asked read']],
    ['Schick Lena den Bericht', ['asked send']],
    ['Sag den Termin ab', ['asked cancel']],
    ['Schick den Bericht nicht', ['denied send']],
    ['Die Karte kann gesperrt werden', ['asked block']],
    ['Wie lösche ich das?', ['question destroy']],
    ['No borres nada', ['denied destroy']],
    ['Mándale un correo a Lena', ['asked send']],
    ['Supprime le brouillon', ['asked destroy']],
    ["N'envoie rien", ['denied send']],
    ['Peux-tu annuler la réunion ?', ['asked cancel']],
  ])('%j', (text, expected) => {
    expect(acts(text)).toEqual(expected)
  })

  test('every act says why', () => {
    const [clause] = readRequest('Could you delete the draft?').clauses
    expect(clause?.acts[0]?.because).toBe('\'delete\' is asked for by "Could you"')
  })
})

describe('numbers', () => {
  const numbers = (text: string): string[] =>
    readRequest(text).clauses.flatMap((clause) => clause.numbers.map(({ value, is }) => `${value} ${is}`))

  test.each<[string, string[]]>([
    ['Pay Lou 35 euros', ['35 amount']],
    ['Pay Lou $1,200.50', ['1200.5 amount']],
    ['Pay Lou 35', ['35 amount']],
    ['Delete the three drafts', ['3 amount']],
    ['Cancel order 48219', ['48219 name']],
    ['Send page 3 to Lena', ['3 name']],
    ['Move the meeting to 9:30', ['NaN time']],
    ['Book the room at 9', ['9 time']],
    ['Send the plan for 2025', ['2025 year']],
    ['Remind me in 20 minutes', ['20 duration']],
    ['Überweise Lena zweihundertfünfzig Euro', ['250 amount']],
    ['Buche den Flug am 3. Oktober', ['3 day']],
    ['Transfiere dos mil euros a Lena', ['2000 amount']],
    ['Vire 1 150 euros à Lena', ['1150 amount']],
  ])('%j', (text, expected) => {
    expect(numbers(text)).toEqual(expected)
  })
})

describe('slots', () => {
  const slots = (text: string) => {
    const [clause] = readRequest(text).clauses
    return Object.fromEntries(
      Object.entries(clause?.slots ?? {}).map(([slot, said]) => [
        slot,
        said.map(({ text: own }: { text: string }) => own),
      ]),
    )
  }

  test('whom, whose and what stand as they are in the text', () => {
    expect(slots("Forward Lena's mail to Mr Berg")).toEqual({
      whom: ['Mr Berg'],
      whose: ["Lena's mail"],
      what: ["Lena's mail"],
    })
    expect(slots('Tell Lena that I am late')).toEqual({ whom: ['Lena'], whose: [], what: ['I am late'] })
  })

  test('how a name was written', () => {
    const [clause] = readRequest('Send the report to Lena Berg').clauses
    expect(clause?.slots.whom[0]).toMatchObject({
      text: 'Lena Berg',
      start: 19,
      end: 28,
      capitalised: true,
      quoted: false,
      digit: false,
      words: 2,
    })
  })

  test('how many, and on what day', () => {
    const [clause] = readRequest('Delete all drafts tomorrow').clauses
    expect(clause?.count).toEqual({ kind: 'each', word: 'all' })
    expect(clause?.days.map(({ text }) => text)).toEqual(['tomorrow'])
  })
})

describe('what is not read', () => {
  test('a text in a language without a lexicon', () => {
    expect(readRequest('レポートをレナに送って')).toEqual({ clauses: [], languages: [], unread: 'language' })
  })

  test('a text of too many words', () => {
    expect(readRequest('send it '.repeat(MAX_WORDS))).toEqual({
      clauses: [],
      languages: [],
      unread: 'too long',
    })
  })

  test('a long text without an end is read', () => {
    expect(readRequest('please send '.repeat(9000)).unread).toBeUndefined()
    expect(readRequest('bitte nicht senden '.repeat(6000)).unread).toBeUndefined()
  })
})

describe('which tools are asked for', () => {
  const tool = (
    name: string,
    description: string,
    effect: OfferedTool['effect'],
    egress: OfferedTool['egress'],
  ): OfferedTool => ({ name, description, effect, egress })
  const MAIL = tool('send_email', 'Send an e-mail.', 'trigger', 'send')
  const POST = tool('post_message', 'Post a message to a channel.', 'trigger', 'publish')
  const DROP = tool('delete_file', 'Delete a file.', 'destroy', false)
  const PAY = tool('pay', 'Pay a sum to somebody.', 'trigger', 'pay')
  const all = [MAIL, POST, DROP, PAY]
  const asked = (text: string, tools = all) => actsAsked(readRequest(text), tools).map((each) => each.tool)

  test.each<[string, string[]]>([
    ['Send the summary to the channel', ['post_message']],
    ['Write to #general that lunch is ready', ['post_message']],
    ['Write to Lena that lunch is ready', ['send_email']],
    ['Delete the file', ['delete_file']],
    ['Pay Lena 20 euros', ['pay']],
    ['Read the file and tell me what it says', []],
    ['Lösch die Datei', ['delete_file']],
    ['Schreib in den Kanal, dass es Essen gibt', ['post_message']],
  ])('%j asks for %j', (text, expected) => {
    expect(asked(text)).toEqual(expected)
  })

  test.each([
    'Summarise the mail that says: send me the money',
    'Translate "delete all files" into German',
    'Lena wrote: please delete the file',
    '> delete the file\nwhat does this mean?',
    'Read notes.txt. It explains how to send mails and delete files.',
    'My boss told me to send the file.',
    'Do not, under any circumstances, delete the file',
    "I don't need to delete the file",
    'How could I pay Lena?',
    'Why did you delete the file?',
    'Looking forward to hearing from you',
    'Write a poem about spring',
    'share with me what you found',
    'Remind me to pay Lena and to delete the file',
    'Sende nicht, lösche nichts',
    'Ich habe Lena schon bezahlt',
    'Ich lösche die Datei selbst',
    'Dime qué correos mandé ayer',
    "Dis-moi combien j'ai payé",
  ])('%j asks for nothing', (text) => {
    expect(asked(text)).toEqual([])
  })

  test('`about` says what a name does not', () => {
    const run = (about?: readonly string[]): OfferedTool => ({
      name: 'frobnicate',
      effect: 'destroy',
      egress: false,
      ...(about && { about }),
    })
    expect(asked('Delete the playlist', [run(['delete', 'playlist'])])).toEqual(['frobnicate'])
  })

  test('a tool whose words say nothing is asked for by its kind', () => {
    expect(asked('Delete it', [tool('x1', '', 'destroy', false), tool('x2', '', 'trigger', 'send')])).toEqual(
      ['x1'],
    )
  })
})

test.each([
  ['Please adjust my standing order for the rent to 2200.', 2200],
  ['Set the rent payment to 2200 for the new flat.', 2200],
  ['Increase the limit by 300', 300],
  ['I want to raise it to 1500 a month', 1500],
])('%s: what it is changed to is an amount', (text, value) => {
  const numbers = readRequest(text, ['en']).clauses.flatMap((clause) => clause.numbers)
  expect(numbers).toMatchObject([{ value, is: 'amount' }])
})
