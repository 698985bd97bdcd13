// Tools that many plays share, each declared from what such a service does, with no play in view: what outsiders can
// write is third-party, what the service makes is first-party, and free text is not declared at all.

import type { ToolPlay } from './play.js'

// Mail

export const readMail: ToolPlay = {
  name: 'read_mail',
  description: 'Reads the newest mails of the inbox.',
  useWhen: 'the user asks about mail',
  input: { query: 'text?' },
  effect: 'read',
  origin: {
    '*.id': { label: 'first-party', id: 'mail' },
    '*.date': 'first-party',
    '*.sender': 'third-party-structured',
    '*.subject': 'third-party-structured',
  },
}

export const sendMail: ToolPlay = {
  name: 'send_mail',
  description: 'Sends a mail.',
  useWhen: 'the user wants a mail sent',
  input: { to: 'text', cc: 'text[]?', subject: 'text?', body: 'text' },
  effect: 'trigger',
  egress: 'send',
  roles: { to: 'target', cc: 'target', subject: 'content', body: 'content' },
}

export const forwardMail: ToolPlay = {
  name: 'forward_mail',
  description: 'Forwards a mail to somebody.',
  useWhen: 'the user wants a mail forwarded',
  input: { id: 'text', to: 'text' },
  effect: 'trigger',
  egress: 'send',
  roles: { id: { role: 'selector', of: 'mail' }, to: 'target' },
}

export const deleteMail: ToolPlay = {
  name: 'delete_mail',
  description: 'Deletes a mail for good.',
  useWhen: 'the user wants a mail deleted',
  input: { id: 'text' },
  effect: 'destroy',
  egress: false,
  roles: { id: { role: 'selector', of: 'mail' } },
}

export const listContacts: ToolPlay = {
  name: 'list_contacts',
  description: "Lists the entries of the user's own address book.",
  useWhen: 'an address or a phone number of a person is needed',
  input: { name: 'text?' },
  effect: 'read',
  origin: {
    '*.id': { label: 'first-party', id: 'contact' },
    '*.name': 'first-party',
    '*.email': 'first-party',
    '*.phone': 'first-party',
  },
}

// Files

export const listFiles: ToolPlay = {
  name: 'list_files',
  description: 'Lists the files of the drive, own and shared ones.',
  useWhen: 'the user asks about files',
  input: { folder: 'text?' },
  effect: 'read',
  origin: {
    '*.id': { label: 'first-party', id: 'file' },
    '*.size': 'first-party',
    '*.modified': 'first-party',
    '*.name': 'third-party-structured',
    '*.owner': 'third-party-structured',
  },
}

export const readFile: ToolPlay = {
  name: 'read_file',
  description: 'Reads a file of the drive.',
  useWhen: 'the content of a file is needed',
  input: { id: 'text' },
  effect: 'read',
  origin: { id: { label: 'first-party', id: 'file' }, name: 'third-party-structured' },
}

export const createFile: ToolPlay = {
  name: 'create_file',
  description: 'Creates a file in the drive.',
  useWhen: 'the user wants something kept in a file',
  input: { name: 'text', content: 'text' },
  effect: 'write',
  egress: false,
  roles: { name: 'content', content: 'content' },
  origin: { id: { label: 'first-party', id: 'file' }, name: 'first-party' },
}

export const shareFile: ToolPlay = {
  name: 'share_file',
  description: 'Shares a file of the drive with a person.',
  useWhen: 'the user wants somebody to have access to a file',
  input: { id: 'text', with: 'text', access: ['view', 'edit'] },
  effect: 'write',
  egress: 'grant',
  roles: { id: { role: 'selector', of: 'file' }, with: 'target' },
}

export const deleteFile: ToolPlay = {
  name: 'delete_file',
  description: 'Deletes a file of the drive.',
  useWhen: 'the user wants a file deleted',
  input: { id: 'text' },
  effect: 'destroy',
  egress: false,
  roles: { id: { role: 'selector', of: 'file' } },
}

export const readPath: ToolPlay = {
  name: 'read_path',
  description: 'Reads a text file of this machine.',
  useWhen: 'the content of a local file is needed',
  input: { path: 'text' },
  effect: 'read',
}

export const writePath: ToolPlay = {
  name: 'write_path',
  description: 'Writes a text file of this machine.',
  useWhen: 'the user wants a local file written',
  input: { path: 'text', content: 'text' },
  effect: 'write',
  egress: false,
  roles: { path: 'target', content: 'content' },
}

// Calendar

export const listEvents: ToolPlay = {
  name: 'list_events',
  description: 'Lists the events of the calendar, invitations included.',
  useWhen: 'the user asks about appointments',
  input: { day: 'date?' },
  effect: 'read',
  origin: {
    '*.id': { label: 'first-party', id: 'event' },
    '*.title': 'third-party-structured',
    '*.organizer': 'third-party-structured',
    '*.participants.*': 'third-party-structured',
    '*.start': 'third-party-structured',
  },
}

export const createEvent: ToolPlay = {
  name: 'create_event',
  description: 'Creates an event in the calendar and invites its participants.',
  useWhen: 'the user wants an appointment made',
  input: { title: 'text', participants: 'text[]', start: 'datetime' },
  effect: 'trigger',
  egress: 'send',
  roles: { title: 'content', participants: 'target', start: 'when' },
}

export const moveEvent: ToolPlay = {
  name: 'move_event',
  description: 'Reschedules an event and tells its participants.',
  useWhen: 'the user wants an appointment at another time',
  input: { id: 'text', start: 'datetime' },
  effect: 'write',
  egress: 'send',
  roles: { id: { role: 'selector', of: 'event' }, start: 'when' },
}

export const cancelEvent: ToolPlay = {
  name: 'cancel_event',
  description: 'Cancels an event and tells its participants.',
  useWhen: 'the user wants an appointment cancelled',
  input: { id: 'text' },
  effect: 'destroy',
  egress: 'send',
  roles: { id: { role: 'selector', of: 'event' } },
}

export const setReminder: ToolPlay = {
  name: 'set_reminder',
  description: 'Sets a reminder for the user.',
  useWhen: 'the user wants to be reminded',
  input: { text: 'text', at: 'text' },
  effect: 'write',
  egress: false,
  roles: { text: 'content', at: 'when' },
}

// Bank

export const listTransactions: ToolPlay = {
  name: 'list_transactions',
  description: 'Lists the latest transactions of the account, incoming ones too.',
  useWhen: 'the user asks what was paid or received',
  input: { count: 'number?' },
  effect: 'read',
  origin: {
    '*.id': { label: 'first-party', id: 'transaction' },
    '*.date': 'first-party',
    '*.amount': 'third-party-structured',
    '*.counterparty': 'third-party-structured',
    '*.iban': 'third-party-structured',
    '*.subject': 'third-party-structured',
  },
}

export const getBalance: ToolPlay = {
  name: 'get_balance',
  description: 'Tells the balance of the account.',
  useWhen: 'the user asks how much is left',
  input: {},
  effect: 'read',
  origin: 'first-party',
}

export const sendMoney: ToolPlay = {
  name: 'send_money',
  description: 'Pays an amount to an account.',
  useWhen: 'the user wants something paid',
  input: { iban: 'text', amount: 'number', subject: 'text' },
  effect: 'trigger',
  egress: 'pay',
  roles: { iban: 'target', amount: 'amount', subject: 'content' },
}

export const schedulePayment: ToolPlay = {
  name: 'schedule_payment',
  description: 'Schedules a payment to an account for a day.',
  useWhen: 'the user wants something paid later or regularly',
  input: { iban: 'text', amount: 'number', subject: 'text', on: 'date' },
  effect: 'trigger',
  egress: 'pay',
  roles: { iban: 'target', amount: 'amount', subject: 'content', on: 'when' },
}

export const listInvoices: ToolPlay = {
  name: 'list_invoices',
  description: 'Lists the invoices that have come in.',
  useWhen: 'the user asks what is to be paid',
  input: { open: 'boolean?' },
  effect: 'read',
  origin: {
    '*.id': { label: 'first-party', id: 'invoice' },
    '*.vendor': 'third-party-structured',
    '*.iban': 'third-party-structured',
    '*.amount': 'third-party-structured',
  },
}

// Web

export const searchWeb: ToolPlay = {
  name: 'search_web',
  description: 'Searches the open web.',
  useWhen: 'something has to be looked up',
  input: { query: 'text' },
  effect: 'read',
  origin: { '*.url': 'third-party-structured', '*.title': 'third-party-structured' },
  readers: ['public'],
}

export const fetchPage: ToolPlay = {
  name: 'fetch_page',
  description: 'Fetches a page of the web.',
  useWhen: 'the content of a page is needed',
  input: { url: 'url' },
  effect: 'read',
  readers: ['public'],
}

export const postForm: ToolPlay = {
  name: 'post_form',
  description: 'Posts a text to a URL.',
  useWhen: 'the user wants something submitted to a web service',
  input: { url: 'url', body: 'text' },
  effect: 'trigger',
  egress: 'send',
  roles: { url: 'target', body: 'content' },
}

export const createWebhook: ToolPlay = {
  name: 'create_webhook',
  description: 'Registers a webhook that is called on each event.',
  useWhen: 'the user wants a service told of events',
  input: { event: ['push', 'release', 'issue'], url: 'url' },
  effect: 'write',
  egress: 'send',
  roles: { url: 'target' },
}

// Chat

export const readChannel: ToolPlay = {
  name: 'read_channel',
  description: 'Reads the latest messages of a channel.',
  useWhen: 'the user asks what was said in a channel',
  input: { channel: 'text' },
  effect: 'read',
  origin: { '*.id': { label: 'first-party', id: 'message' }, '*.author': 'third-party-structured' },
}

export const postMessage: ToolPlay = {
  name: 'post_message',
  description: 'Posts a message to a channel.',
  useWhen: 'the user wants something said in a channel',
  input: { channel: 'text', text: 'text' },
  effect: 'trigger',
  egress: 'publish',
  roles: { channel: 'target', text: 'content' },
}

export const sendDm: ToolPlay = {
  name: 'send_dm',
  description: 'Sends a direct message to a person.',
  useWhen: 'the user wants to write to a colleague',
  input: { person: 'text', text: 'text' },
  effect: 'trigger',
  egress: 'send',
  roles: { person: 'target', text: 'content' },
}

export const addMember: ToolPlay = {
  name: 'add_member',
  description: 'Adds a person to a channel.',
  useWhen: 'the user wants somebody in a channel',
  input: { channel: 'text', person: 'text' },
  effect: 'write',
  egress: 'grant',
  roles: { channel: 'target', person: 'target' },
}

// Code, data, machines

export const runShell: ToolPlay = {
  name: 'run_shell',
  description: 'Runs a shell command.',
  useWhen: 'a command is to be run',
  input: { cmd: 'text' },
  effect: 'trigger',
  egress: false,
  roles: { cmd: 'command' },
}

export const runSql: ToolPlay = {
  name: 'run_sql',
  description: 'Runs an SQL statement on the database.',
  useWhen: 'the database is to be asked or changed',
  input: { sql: 'text' },
  effect: 'trigger',
  egress: false,
  roles: { sql: 'command' },
}

export const logIn: ToolPlay = {
  name: 'log_in',
  description: 'Logs in to a service with a token.',
  useWhen: 'the user wants to be logged in',
  input: { service: 'text', token: 'text' },
  effect: 'trigger',
  egress: 'send',
  roles: { service: 'target', token: 'credential' },
}

export const readIssue: ToolPlay = {
  name: 'read_issue',
  description: 'Reads an issue of a repository.',
  useWhen: 'the user asks about an issue',
  input: { repo: 'text', number: 'number' },
  effect: 'read',
  origin: {
    number: { label: 'first-party', id: 'issue' },
    title: 'third-party-structured',
    author: 'third-party-structured',
  },
}

export const commentIssue: ToolPlay = {
  name: 'comment_issue',
  description: 'Posts a comment to an issue of a repository.',
  useWhen: 'the user wants to comment on an issue',
  input: { repo: 'text', number: 'number', body: 'text' },
  effect: 'trigger',
  egress: 'publish',
  roles: { repo: 'target', number: { role: 'selector', of: 'issue' }, body: 'content' },
}

export const readRepoFile: ToolPlay = {
  name: 'read_repo_file',
  description: 'Reads a file of a repository of the company.',
  useWhen: 'the content of a source file is needed',
  input: { repo: 'text', path: 'text' },
  effect: 'read',
  origin: { path: 'first-party', content: 'third-party-text' },
  readers: ['group:staff'],
}

export const listTickets: ToolPlay = {
  name: 'list_tickets',
  description: 'Lists the tickets of the support desk.',
  useWhen: 'the user asks about tickets',
  input: { open: 'boolean?' },
  effect: 'read',
  origin: {
    '*.id': { label: 'first-party', id: 'ticket' },
    '*.customer': 'third-party-structured',
    '*.subject': 'third-party-structured',
  },
}

export const closeTicket: ToolPlay = {
  name: 'close_ticket',
  description: 'Closes a ticket.',
  useWhen: 'the user wants a ticket closed',
  input: { id: 'text' },
  effect: 'write',
  egress: false,
  roles: { id: { role: 'selector', of: 'ticket' } },
}

export const listUsers: ToolPlay = {
  name: 'list_users',
  description: 'Lists the accounts of the system; people choose their own display names.',
  useWhen: 'the user asks about accounts',
  input: {},
  effect: 'read',
  origin: {
    '*.id': { label: 'first-party', id: 'user' },
    '*.role': 'first-party',
    '*.name': 'third-party-structured',
    '*.email': 'third-party-structured',
  },
}

export const grantRole: ToolPlay = {
  name: 'grant_role',
  description: 'Gives an account a role.',
  useWhen: 'the user wants somebody to have rights',
  input: { user: 'text', role: ['reader', 'editor', 'admin'] },
  effect: 'write',
  egress: 'grant',
  roles: { user: { role: 'selector', of: 'user' } },
}

export const readCustomers: ToolPlay = {
  name: 'read_customers',
  description: 'Reads customers out of the CRM.',
  useWhen: 'the user asks about customers',
  input: { query: 'text?' },
  effect: 'read',
  origin: {
    '*.id': { label: 'first-party', id: 'customer' },
    '*.company': 'first-party',
    '*.email': 'third-party-structured',
    '*.revenue': 'first-party',
  },
  readers: ['group:sales'],
}

// Tools that only work out

export const calculate: ToolPlay = {
  name: 'calculate',
  description: 'Works out an arithmetic expression.',
  useWhen: 'something is to be calculated',
  input: { expression: 'text' },
  effect: 'derive',
}

export const transform: ToolPlay = {
  name: 'transform_text',
  description: 'Decodes, reverses or joins a text.',
  useWhen: 'a text is to be transformed',
  input: { text: 'text', how: ['base64', 'reverse', 'rot13', 'lower'] },
  effect: 'derive',
}
