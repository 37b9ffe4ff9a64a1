import { describe, expect, it } from 'vitest'
import type { BenchEvent, Contender } from '../bench/appends/contender.ts'
import { gate, isExact, passes } from '../bench/appends/gate.ts'

type Deliver = (id: string, position: bigint) => void

/** An in-memory store that simulates defects: its consumer gets only what `pass` delivers. */
const storeThat = (
  pass: (event: { id: string; position: bigint }, deliver: Deliver) => void,
  lostOnDisk = 0,
): Contender => {
  const events: BenchEvent[] = []
  let deliver: Deliver = () => {}
  return {
    append: async (_, event) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      events.push(event)
      pass({ id: event.id, position: BigInt(events.length) }, deliver)
    },
    appendToShared: () => Promise.reject(new Error('the gate does not need it')),
    consume: async (onEvent) => {
      deliver = onEvent
      return { stop: async () => {} }
    },
    count: async () => events.length - lostOnDisk,
    close: async () => {},
  }
}

const SECONDS = 0.2

describe('the correctness gate of the benchmark', () => {
  it('lets a store pass that delivers everything once, in order', async () => {
    const found = await gate(
      storeThat(({ id, position }, deliver) => deliver(id, position)),
      SECONDS,
    )
    expect(found).toMatchObject({ lost: 0, repeated: 0, outOfOrder: 0, reachedHead: true })
    expect(found.delivered).toBe(found.stored)
    expect(isExact(found)).toBe(true)
  })

  it('counts an event that the consumer never gets', async () => {
    const found = await gate(
      storeThat(({ id, position }, deliver) => {
        if (position !== 7n) deliver(id, position)
      }),
      SECONDS,
    )
    expect(found).toMatchObject({ lost: 1, repeated: 0, reachedHead: true })
    expect(passes(found)).toBe(false)
  })

  it('counts an event that comes twice', async () => {
    const found = await gate(
      storeThat(({ id, position }, deliver) => {
        deliver(id, position)
        if (position === 7n) deliver(id, position)
      }),
      SECONDS,
    )
    expect(found).toMatchObject({ lost: 0, repeated: 1 })
    expect([passes(found), isExact(found)]).toEqual([true, false])
  })

  it('counts an event that comes after a later one', async () => {
    let late: { id: string; position: bigint } | undefined
    const found = await gate(
      storeThat((event, deliver) => {
        if (event.position === 7n) {
          late = event
          return
        }
        deliver(event.id, event.position)
        if (late) deliver(late.id, late.position)
        late = undefined
      }),
      SECONDS,
    )
    expect(found).toMatchObject({ lost: 0, repeated: 0, outOfOrder: 1 })
    expect([passes(found), isExact(found)]).toEqual([true, false])
  })

  it('stops when an acknowledged event is not stored', async () => {
    const store = storeThat(({ id, position }, deliver) => deliver(id, position), 1)
    await expect(gate(store, SECONDS)).rejects.toThrow(/are stored/)
  })
})
