import { expect, it } from 'vitest'
import { holds } from '../../../api/proof/restored-apart.ts'
import { StoreUnavailable, type RecordedEvent } from '../../../events/store/event-store.ts'

const last = { after: 7n, position: 9n, leaf: new Uint8Array(32) }

/** A store whose every read of $all fails so many times, and then finds nothing. */
const failing = (times: number, isAway: boolean) => {
  let failures = 0
  return {
    readAll: async function* (): AsyncGenerator<RecordedEvent> {
      failures += 1
      if (failures <= times) throw new StoreUnavailable('2 UNKNOWN: Unexpected FilteredReadAllResult: Error')
      yield* []
    },
    head: async () => {
      if (isAway) throw new StoreUnavailable('away')
      return 20n
    },
  }
}

it('a real EventStoreDB fails at a position that is not its own, as after a move or a restore: it does not hold the event', async () => {
  expect(await holds(failing(Infinity, false), last)).toBe(false)
  expect(await holds(failing(0, false), last)).toBe(false)
})

it('a store that is away is waited for, not taken for one that lacks the event', async () => {
  await expect(holds(failing(Infinity, true), last)).rejects.toThrow('away')
})
