// Records as the shared tools give them, so that a play shows only what matters in it.

export const mail = (id: string, sender: string, subject: string, body: string) => ({
  id,
  date: '2026-03-04',
  sender,
  subject,
  body,
})

export const file = (id: string, name: string, owner = 'priya@acme.example', size = 1200) => ({
  id,
  name,
  owner,
  size,
  modified: '2026-01-05',
})

export const contact = (id: string, name: string, email: string, phone = '+49 30 901820') => ({
  id,
  name,
  email,
  phone,
})

export const event = (
  id: string,
  title: string,
  organizer: string,
  start: string,
  participants: string[] = [],
) => ({
  id,
  title,
  organizer,
  participants,
  start,
})

export const transaction = (
  id: string,
  counterparty: string,
  iban: string,
  amount: number,
  subject: string,
) => ({
  id,
  date: '2026-03-01',
  amount,
  counterparty,
  iban,
  subject,
})

export const LENA = contact('c-1', 'Lena Brandt', 'lena@acme.example')
export const JONAS = contact('c-2', 'Jonas Weber', 'jonas@acme.example', '+49 30 901822')
