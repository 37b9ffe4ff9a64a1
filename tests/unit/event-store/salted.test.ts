import { expect, it } from 'vitest'
import { newId } from '../../../events/ids.ts'
import type { NewEvent } from '../../../events/store/event-store.ts'
import { withSalts } from '../../../events/store/salted.ts'
import { createMemoryStore } from '../../support/memory-store.ts'

const closed = (): NewEvent => ({
  id: newId(),
  type: 'WalletClosed',
  data: { memberId: 'known' },
  metadata: {},
})

/** The salts of five events, appended in both ways to a log of a level. */
const saltsAt = async (level: number) => {
  const store = createMemoryStore()
  const salting = withSalts({ ...store, level: () => level })
  await salting.append('wallet-1', 'no_stream', [closed(), closed()])
  await salting.appendUnits?.([
    { appends: [{ streamId: 'wallet-1', expected: 1n, events: [closed()] }] },
    { appends: [{ streamId: 'wallet-2', expected: 'no_stream', events: [closed(), closed()] }] },
  ])
  return store.log.map(({ metadata }) => metadata['salt'])
}

it('no two events have the same salt, whichever way they are appended', async () => {
  const salts = await saltsAt(2)
  expect(new Set(salts).size).toBe(5)
  for (const salt of salts) expect(salt).toMatch(/^[\w-]{22}$/)
})

it('no event has one while a release may run that would hash it otherwise', async () => {
  expect(await saltsAt(1)).toEqual(Array(5).fill(undefined))
})
