import { expect, it } from 'vitest'
import { newId } from '../../../events/ids.ts'
import { createCommandHandler } from '../../../events/store/command-handler.ts'
import { withSalts } from '../../../events/store/salted.ts'
import { withoutSnapshots } from '../../../events/store/stream-snapshots.ts'
import { createMemoryStore } from '../../support/memory-store.ts'

interface Closed {
  readonly type: string
  readonly data: { readonly id: string }
}

/** The salts of events that two commands made in a log of a level; the first answer of the store is lost. */
const saltsAt = async (level: number) => {
  let appends = 0
  const store = createMemoryStore(() => ((appends += 1) === 1 ? 'answer_lost' : 'none'))
  const handler = createCommandHandler({
    store: withSalts({ ...store, level: () => level }),
    aggregate: {
      initialState: () => 0,
      evolve: (count: number) => count + 1,
      parse: ({ id, type }): Closed => ({ type, data: { id } }),
      idOf: ({ data }: Closed) => data.id,
    },
    snapshots: withoutSnapshots<number>(),
  })
  const closed = (): Closed => ({ type: 'WalletClosed', data: { id: newId() } })
  const command = { metadata: {}, at: '2026-01-01T00:00:00.000Z' }
  for (const stream of ['wallet-1', 'wallet-2']) {
    const events = [closed(), closed()]
    await handler.handle(stream, () => events, command)
  }
  return store.log.map(({ metadata }) => metadata['salt'])
}

it('no two events have the same salt, and an append that is sent again keeps them', async () => {
  const salts = await saltsAt(2)
  expect(salts).toHaveLength(4)
  expect(new Set(salts).size).toBe(4)
  for (const salt of salts) expect(salt).toMatch(/^[\w-]{22}$/)
})

it('no event has one while a release may run that would hash it otherwise', async () => {
  expect(await saltsAt(1)).toEqual(Array(4).fill(undefined))
})
