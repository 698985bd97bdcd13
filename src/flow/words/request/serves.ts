// Which tools serve which request, by the families of their verbs; and what a thing may be another word for.

import type { Family, Thing } from '../lexicon/shape.js'

/**
 * Which families of tools serve a request's family besides its own. `alike`: what the clause is about decides between
 * them ("write it in the channel"). `else`: where no tool of its own family is about it.
 */
export const SERVES: Readonly<
  Partial<Record<Family | 'wish', { readonly alike?: readonly Family[]; readonly else?: readonly Family[] }>>
> = {
  send: { alike: ['publish', 'comment'], else: ['reply', 'report'] },
  reply: { alike: ['comment'], else: ['send', 'publish'] },
  forward: { else: ['send'] },
  draft: { else: ['create'] },
  publish: { alike: ['comment'], else: ['upload', 'send', 'submit'] },
  comment: { else: ['publish', 'reply', 'add', 'note'] },
  react: { else: ['add'] },
  pay: { else: ['submit'] },
  reclaim: { else: ['submit', 'create'] },
  buy: { alike: ['book'], else: ['submit', 'pay'] },
  book: { alike: ['buy'], else: ['create', 'add', 'enrol'] },
  grant: { else: ['invite', 'add', 'create'] },
  invite: { else: ['grant', 'create', 'add', 'send'] },
  create: { alike: ['add'], else: ['note', 'book', 'submit', 'report'] },
  add: { alike: ['create'], else: ['note', 'enrol', 'grant', 'book'] },
  note: { else: ['create', 'add'] },
  destroy: { alike: ['cancel'] },
  cancel: { alike: ['destroy'] },
  change: { else: ['set'] },
  set: { else: ['change'] },
  lock: { else: ['set'] },
  unlock: { else: ['set'] },
  block: { else: ['set'] },
  label: { else: ['add', 'set'] },
  run: { else: ['deploy', 'create'] },
  deploy: { else: ['run'] },
  play: { else: ['run'] },
  renew: { else: ['change', 'submit'] },
  report: { alike: ['submit'], else: ['send', 'create'] },
  assign: { else: ['create'] },
  submit: { alike: ['report'], else: ['create', 'book'] },
  upload: { alike: ['publish'], else: ['send', 'add'] },
  enrol: { alike: ['add'], else: ['create', 'book', 'submit'] },
  wish: {
    alike: [
      ...([
        'book',
        'buy',
        'create',
        'send',
        'publish',
        'remind',
        'note',
        'play',
        'submit',
        'add',
        'set',
        'comment',
      ] as const),
      ...(['reclaim', 'report', 'grant'] as const),
    ],
    else: ['draft'],
  },
  delegate: {
    alike: [
      'send',
      'publish',
      'pay',
      'grant',
      'buy',
      'book',
      'create',
      'change',
      'reply',
      'forward',
      'comment',
    ],
  },
}

/** By the tool's kind, where its words say nothing: an act of one kind is served by tools of that kind. */
export const KINDS: Readonly<Partial<Record<Family, string>>> = {
  send: 'send',
  reply: 'send',
  forward: 'send',
  publish: 'publish',
  comment: 'publish',
  pay: 'pay',
  buy: 'pay',
  grant: 'grant',
  destroy: 'destroy',
  cancel: 'destroy',
}

/** Verbs that say little: to make, put or set something asks for no tool that has nothing to do with it. */
export const LIGHT = new Set<Family | 'wish'>(['create', 'add', 'set', 'submit', 'book', 'note'])

/** What one says goes by mail, message or SMS where nothing else was said. */
export const WRITTEN: readonly Thing[] = ['mail', 'message', 'sms']

export const SPEAKING = new Set<Family | 'wish'>([
  'send',
  'reply',
  'forward',
  'publish',
  'comment',
  'upload',
  'wish',
])

/** What a thing may be a word for where nothing else is: a line is a mail or an SMS, a number part of a contact. */
export const KIN: Readonly<Partial<Record<Thing, readonly Thing[]>>> = {
  message: ['mail', 'sms', 'letter'],
  phone: ['contact'],
  address: ['contact'],
  hotel: ['booking'],
  flight: ['booking'],
  table: ['booking'],
  customer: ['contact'],
  contact: ['customer'],
  supplier: ['contact'],
}
