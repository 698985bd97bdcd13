// A program's own values: a handle made of one, and a value given back for a handle.

import { DefinitionError, kind } from 'sallyport'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Order, OrderEntity, openDesk, Trip } from '../fixtures/desk.js'

const mine = () => new OrderEntity(7, 'u-17')

test('a minted handle opens in a tool, and gives the value back', async () => {
  const { session, did } = openDesk()
  const card = await session.handles.mint(Order, mine())
  expect(card).toMatchObject({ kind: 'order', label: 'Order 7', facts: { status: 'open' } })
  const back = await session.handles.value(card.handle, Order)
  expect(back).toBeInstanceOf(OrderEntity)
  expect(back.number).toBe(7)
  expect(await session.handles.value(card.handle)).toEqual(back)
  const args = { order: card.handle }
  const call = { id: 'c1', name: 'show_order', args }
  expect(await session.call(call)).toMatchObject({ status: 'ok' })
  expect(did).toEqual([mine()])
})

test('only its own user, and only as its kind, gets a value', async () => {
  const { session, open } = openDesk()
  const { handle } = await session.handles.mint(Order, mine())
  await expect(open({ user: 'u-18' }).handles.value(handle, Order)).rejects.toMatchObject({
    code: 'handle_not_found',
  })
  await expect(session.handles.value(handle, Trip)).rejects.toMatchObject({ code: 'handle_wrong_kind' })
  await expect(session.handles.value(`${handle}x`)).rejects.toMatchObject({ code: 'handle_malformed' })
  const other = await session.handles.mint(Order, new OrderEntity(8, 'u-18'))
  await expect(session.handles.value(other.handle)).rejects.toMatchObject({ code: 'handle_not_permitted' })
})

test('a value takes a use, and a handle that is for a tool alone gives none', async () => {
  const { session } = openDesk()
  const { handle } = await session.handles.mint(Trip, { to: 'Oslo' })
  const once = await session.handles.attenuate(handle, { uses: 1 })
  expect(await session.handles.value(once.handle, Trip)).toEqual({ to: 'Oslo' })
  await expect(session.handles.value(once.handle, Trip)).rejects.toMatchObject({ code: 'handle_used' })
  const narrow = await session.handles.attenuate(handle, { tools: ['show_order'] })
  await expect(session.handles.value(narrow.handle)).rejects.toMatchObject({ code: 'handle_not_permitted' })
})

test('a kind that the gate does not have, one by name and a value of another kind are refused', async () => {
  const Site = kind('site', { by: 'name', load: (name) => ({ name }) })
  const { session } = openDesk({ kinds: [Order, Trip, Site] })
  const Twin = kind('trip', { schema: z.object({ to: z.string() }) })
  await expect(session.handles.mint(Twin, { to: 'Oslo' })).rejects.toThrow(DefinitionError)
  await expect(session.handles.value('trip_x', Twin)).rejects.toThrow('none of the gate')
  await expect(session.handles.mint(Site, { name: 'a' })).rejects.toThrow('cross by name')
  expect(await session.handles.value('a', Site)).toEqual({ name: 'a' })
  const wrong = session.handles.mint(Order, {} as OrderEntity)
  await expect(wrong).rejects.toMatchObject({ code: 'handle_unexpected_value' })
})
