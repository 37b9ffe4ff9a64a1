import { afterEach, describe, expect, it } from 'vitest'
import { CarrierUnavailable, type Carrier, type LineOrder } from '../../../api/devices/carrier.ts'
import type { Device } from '../../../api/devices/devices.ts'
import { createSync } from '../../../api/devices/sync.ts'
import { inTransaction } from '../../../api/database/database.ts'
import { startDeviceParts, type DeviceParts } from '../../support/device-parts.ts'

/** Fails before or after doing its work: the caller cannot know which. */
const faulty = (carrier: Carrier, next: () => number): Carrier => {
  const around =
    <A, T>(call: (argument: A) => Promise<T>) =>
    async (argument: A): Promise<T> => {
      const chance = next()
      if (chance < 0.3) throw new CarrierUnavailable('before')
      const result = await call(argument)
      if (chance < 0.6) throw new CarrierUnavailable('after')
      return result
    }
  return {
    ...carrier,
    order: around((order: LineOrder) => carrier.order(order)),
    look: around((reference: string) => carrier.look(reference)),
    suspend: around((reference: string) => carrier.suspend(reference)),
    resume: around((reference: string) => carrier.resume(reference)),
    release: around((line: Parameters<Carrier['release']>[0]) => carrier.release(line)),
  }
}
const generator = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

let parts: DeviceParts | undefined
afterEach(async () => {
  await parts?.stop()
  parts = undefined
})

const linesAt = async ({ pool }: DeviceParts) => {
  const { rows } = await pool.query<{ lines: number }>(
    'select count(*)::int as lines from app.sandbox_line where not released and failure is null',
  )
  return rows[0]?.lines
}

describe('with a carrier whose answers are lost', () => {
  it.each([1, 2, 3])('every order ends as one line, and nothing is left over (%i)', async (seed) => {
    const next = generator(seed)
    const made = await startDeviceParts('2026-11-01T09:00:00Z', { carrierOf: (one) => faulty(one, next) })
    parts = made
    const memberId = made.newMember()
    const devices: Device[] = []
    for (let each = 0; each < 6; each += 1) devices.push(await made.order(memberId))
    const statesOf = async () =>
      Promise.all(devices.map(async ({ id }) => (await made.deviceOf(memberId, id)).line.state))
    const settle = async () => {
      for (let round = 0; round < 40; round += 1) {
        await made.sync.round()
        made.clock.forward(301_000)
      }
    }
    await settle()
    expect(await statesOf()).toEqual(devices.map(() => 'active'))
    expect(await linesAt(made)).toBe(6)

    for (const { id } of devices.slice(0, 3)) await made.orders.command(memberId, id, 'suspend')
    for (const { id } of devices.slice(4)) await made.orders.remove(memberId, id)
    await settle()
    expect(await statesOf()).toEqual([
      'suspended',
      'suspended',
      'suspended',
      'active',
      'released',
      'released',
    ])
    expect(await linesAt(made)).toBe(4)
    const { rows } = await made.pool.query(
      `select d.id from app.telecom_device d join app.sandbox_line l on l.reference = d.reference
      where (d.state = 'suspended') <> l.suspended and not l.released`,
    )
    expect(rows).toEqual([])
  })

  it('a process that died with a device in hand is followed by another', async () => {
    const made = await startDeviceParts('2026-11-01T09:00:00Z')
    parts = made
    const memberId = made.newMember()
    const { id } = await made.order(memberId)
    let stuck = 0
    const dead = createSync({
      ...made,
      carrier: {
        ...made.carrier,
        order: async (order) => {
          await made.carrier.order(order)
          stuck += 1
          // Killed: nothing after this is written, not even the failure.
          return new Promise<string>(() => {})
        },
      },
    })
    void dead.round()
    await expect.poll(() => stuck).toBe(1)
    await made.sync.round()
    expect((await made.deviceOf(memberId, id)).line.state).toBe('requested')
    made.clock.forward(31_000)
    await made.settle()
    expect((await made.deviceOf(memberId, id)).line.state).toBe('active')
    expect(await linesAt(made)).toBe(1)
  })

  it('what a member asks for while the carrier is asked is not lost', async () => {
    const made = await startDeviceParts('2026-11-01T09:00:00Z')
    parts = made
    const memberId = made.newMember()
    const { id } = await made.order(memberId)
    const slow = createSync({
      ...made,
      carrier: {
        ...made.carrier,
        order: async (order) => {
          const reference = await made.carrier.order(order)
          await made.orders.remove(memberId, id)
          return reference
        },
      },
    })
    await slow.round()
    expect((await made.deviceOf(memberId, id)).line.state).toBe('releasing')
    // The release is due at once, not when the order would have been checked again.
    await made.sync.round()
    expect((await made.deviceOf(memberId, id)).line.state).toBe('released')
    expect(await linesAt(made)).toBe(0)
  })

  it('many workers at once place each order once', async () => {
    const made = await startDeviceParts('2026-11-01T09:00:00Z')
    parts = made
    for (let each = 0; each < 40; each += 1) await made.order(made.newMember())
    const asked: string[] = []
    const counting: Carrier = {
      ...made.carrier,
      order: async (order) => {
        asked.push(order.orderId)
        return made.carrier.order(order)
      },
    }
    const workers = Array.from({ length: 8 }, () => createSync({ ...made, carrier: counting }))
    await Promise.all(workers.map((worker) => worker.round()))
    expect(new Set(asked).size).toBe(40)
    expect(asked).toHaveLength(40)
  })

  it('a worker waits for no device that another has in hand', async () => {
    const made = await startDeviceParts('2026-11-01T09:00:00Z')
    parts = made
    const memberId = made.newMember()
    const [held, free] = [await made.order(memberId), await made.order(memberId)]
    await inTransaction(made.pool, async (client) => {
      await client.query('select from app.telecom_device where id = $1 for update', [held.id])
      await made.sync.round()
    })
    expect((await made.deviceOf(memberId, held.id)).line.state).toBe('requested')
    expect((await made.deviceOf(memberId, free.id)).line.state).toBe('ordered')
  })

  it('a line that the carrier ends or suspends by itself is seen to be so', async () => {
    const made = await startDeviceParts('2026-11-01T09:00:00Z')
    parts = made
    const memberId = made.newMember()
    const [one, other] = [await made.activeDevice(memberId), await made.activeDevice(memberId)]
    await made.carrier.suspend((await made.deviceOf(memberId, one.id)).reference ?? '')
    await made.pool.query('update app.sandbox_line set released = true where msisdn = $1', [other.msisdn])
    made.clock.forward(7 * 3_600_000)
    await made.settle()
    expect((await made.deviceOf(memberId, one.id)).line.state).toBe('suspended')
    expect((await made.deviceOf(memberId, other.id)).line.state).toBe('ended')
  })
})
