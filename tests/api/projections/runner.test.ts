import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventStore } from '../../../events/store/event-store.ts'
import type { Projection } from '../../../projections/projection.ts'
import { PROJECTIONS } from '../../../projections/projections.ts'
import { readModelDigest } from '../../../projections/digest.ts'
import { walletOf } from '../../../projections/wallet/queries.ts'
import { walletEvents } from '../../../events/wallet/events.ts'
import { createLossyTcpProxy } from '../../support/lossy-tcp-proxy.ts'
import { eventually, freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { cents, deposited, memberNamed, transferOf, walletOpened } from '../../support/wallet-log.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')
const NAMES = PROJECTIONS.map(({ name }) => name)

let models: ReadModels
beforeEach(async () => {
  models = await freshReadModels()
})
afterEach(() => models.dispose())

const usdOf = async (memberId: string) => (await walletOf(models.pool, memberId))?.balances.USD
const openBoth = () =>
  models.writer.append(walletOpened(ada), deposited(ada, 'd', cents(10_000)), walletOpened(grace))
const send = (name: string, minor = 1) => {
  const { sent, received } = transferOf(ada, grace, name, cents(minor))
  return models.writer.append(sent, received)
}
const positions = async () => (await readModelDigest(models.url)).positions

describe('projections', () => {
  it('show what is in the log, and say so at its position', async () => {
    const running = models.start()
    await openBoth()
    const position = await send('t', 30)
    expect(await running.waitFor(position, 5_000)).toBe(true)
    expect([await usdOf(ada), await usdOf(grace)]).toEqual([9_970n, 30n])
    expect(running.health()).toEqual(
      Object.fromEntries(NAMES.map((name) => [name, { ok: true, state: 'live', position }])),
    )
  })

  it('have caught up at the end of the log, however few events come at a time', async () => {
    await openBoth()
    for (let n = 0; n < 20; n += 1) await send(`t${n}`)
    const head = await models.store.head()
    const states: (string | undefined)[] = []
    const oneByOne: EventStore = {
      ...models.store,
      subscribe: async function* (options) {
        for await (const events of models.store.subscribe(options))
          for (const event of events) {
            yield [event]
            // Asked for the next one, so this one has been applied.
            if (event.position < head) states.push(running.health().wallet?.state)
          }
      },
    }
    const projections = PROJECTIONS.filter(({ name }) => name === 'wallet')
    const running = models.start({ store: oneByOne, projections })
    await eventually(() => running.health().wallet?.state === 'live', 'live')
    expect(running.health().wallet?.position).toBe(head)
    expect(states).toEqual(Array.from({ length: Number(head) - 1 }, () => 'catching_up'))
  })

  it('go on where they were', async () => {
    const first = models.start()
    await first.waitFor(await openBoth(), 5_000)
    await first.stop()
    const position = await send('t', 30)
    expect(await models.start().waitFor(position, 5_000)).toBe(true)
    expect([await usdOf(ada), await usdOf(grace)]).toEqual([9_970n, 30n])
  })

  it('pass over streams that nobody follows', async () => {
    const running = models.start()
    const id = randomUUID()
    const position = await models.writer.appendRaw(`elsewhere-${id}`, [
      { id, type: 'SomethingElse', data: {}, metadata: {} },
    ])
    expect(await running.waitFor(position, 5_000)).toBe(true)
  })

  it('come back after their connection is cut, again and again, with every event applied once', async () => {
    await openBoth()
    const running = models.start({ batchMax: 7 })
    let position = 0n
    for (let index = 0; index < 200; index += 1) {
      position = await send(`t${index}`)
      if (index % 20 === 10) await models.cut('youtility projections')
    }
    expect(await running.waitFor(position, 20_000)).toBe(true)
    expect([await usdOf(ada), await usdOf(grace)]).toEqual([9_800n, 200n])
    expect(models.lines.some(({ level }) => level === 'error')).toBe(false)
  })

  it('are kept by one worker; another takes over when its connection ends', async () => {
    await openBoth()
    const first = models.start()
    await eventually(() => first.health().wallet?.state === 'live', 'first is live')
    const second = models.start()
    await eventually(() => second.health().wallet?.state === 'standby', 'second stands by')
    const position = await send('t')
    expect(await second.waitFor(position, 5_000)).toBe(true) // it receives the first one's announcements
    expect(second.health().wallet).toMatchObject({ ok: true, state: 'standby', position })
    await first.stop()
    expect(await second.waitFor(await send('u'), 10_000)).toBe(true)
    await eventually(() => second.health().wallet?.state === 'live', 'second is live')
    expect(await usdOf(grace)).toBe(2n)
  })

  it('are taken over within ten seconds from a worker that is silent, and from none that answers', async () => {
    await openBoth()
    const url = new URL(models.url)
    const network = await createLossyTcpProxy(Number(url.port))
    url.port = String(network.port)
    const first = models.start({ url: url.href })
    await eventually(() => first.health().wallet?.state === 'live', 'first is live')
    const lastSign = async () => {
      const { rows } = await models.pool.query<{ at: string }>(
        `select state_change::text as at from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and granted and datname = current_database()`,
      )
      return rows[0]?.at ?? ''
    }
    const idleSince = await lastSign()
    const second = models.start()
    await eventually(() => second.health().wallet?.state === 'standby', 'second stands by')
    await eventually(async () => (await lastSign()) > idleSince, 'an idle holder answers')

    network.lose('silent') // as when the machine vanished or the process hangs: nobody says goodbye
    expect(await second.waitFor(await send('t'), 10_000)).toBe(true)
    expect(models.lines.some(({ message }) => message?.includes('is silent; taking over'))).toBe(true)
    await network.close()
  })

  it('write nothing when somebody else has moved the checkpoint, and read it again', async () => {
    await openBoth()
    const running = models.start()
    await running.waitFor(await send('t', 1), 5_000)
    // As if another worker had moved the checkpoint: the rows stay, but this worker's position is behind.
    const skipped = await models.pool.query<{ names: string[] }>(
      `update ${READ_SCHEMA}.pass set position = position + 2 returning names`,
    )
    expect(skipped.rows.flatMap(({ names }) => names)).toHaveLength(PROJECTIONS.length)
    await send('taken', 5)
    const position = await send('u', 10)
    expect(await running.waitFor(position, 5_000)).toBe(true)
    expect(await usdOf(grace)).toBe(11n)
    expect(models.lines.some(({ message }) => message === 'Reading the checkpoints again')).toBe(true)
  })

  it('wait for the database instead of failing', async () => {
    await openBoth()
    const running = models.start()
    await eventually(() => running.health().wallet?.state === 'live', 'live')
    await models.pool.query(`alter schema ${READ_SCHEMA} rename to away`)
    await models.cut('youtility projections')
    const position = await send('t')
    await eventually(
      () => running.health().wallet?.error?.includes('projection') ?? false,
      'says what is away',
    )
    expect(running.health().wallet).toMatchObject({ ok: false, state: 'unavailable' })
    await models.pool.query(`alter schema away rename to ${READ_SCHEMA}`)
    expect(await running.waitFor(position, 15_000)).toBe(true)
    expect(await usdOf(grace)).toBe(1n)
  })
})

describe('an event that cannot be applied', () => {
  const poison = async () => {
    const id = randomUUID()
    const position = await models.writer.appendRaw(walletEvents.streamOf(ada), [
      { id, type: 'WalletPainted', data: { memberId: ada }, metadata: {} },
    ])
    return { id, position }
  }

  it('stops the projections at it: what is before is applied, nothing is skipped, the log names it', async () => {
    await openBoth()
    const before = await send('t', 30)
    const { id, position } = await poison()
    await send('u', 40)
    const running = models.start()
    await eventually(() => running.health().wallet?.state === 'failed', 'failed')
    expect(await positions()).toMatchObject({ wallet: before })
    expect(await usdOf(grace)).toBe(30n)
    const error = expect.stringMatching(
      new RegExp(
        `wallet stopped at position ${position}: event ${id} of type WalletPainted in stream ${walletEvents.streamOf(ada)}`,
      ),
    )
    expect(running.health().wallet).toEqual({ ok: false, state: 'failed', position: before, error })
    const line = models.lines.find(({ level }) => level === 'error')
    expect(line).toMatchObject({
      message: error,
      object: { projection: 'wallet', eventId: id, eventType: 'WalletPainted', position: String(position) },
    })
    const { rows } = await models.pool.query(`select * from ${READ_SCHEMA}.checkpoint where name = 'wallet'`)
    expect(rows[0]).toMatchObject({ error, failed_position: String(position) })
    expect(await running.waitFor(position, 50)).toBe(false)
  })

  it('stops only the projection that cannot apply it, until it can', async () => {
    let isBroken = true
    const delicate: Projection = {
      name: 'delicate',
      version: 1,
      follows: () => true,
      apply: (batch) => {
        if (isBroken && batch.some(({ type }) => type === 'WalletPainted')) throw new Error('Paint!')
        return []
      },
    }
    const others = PROJECTIONS.map((projection) => ({
      ...projection,
      follows: (streamId: string) =>
        streamId === walletEvents.streamOf(grace) && projection.follows(streamId),
    }))
    const running = models.start({ projections: [...others, delicate], retryMs: 100 })
    await models.writer.append(walletOpened(ada))
    const { position } = await poison()
    const last = await models.writer.append(walletOpened(grace))
    expect(await running.waitFor(last, 5_000, NAMES)).toBe(true)
    await eventually(() => running.health().delicate?.state === 'failed', 'failed')
    expect(running.health().delicate?.position).toBe(position - 1n)
    isBroken = false
    expect(await running.waitFor(last, 5_000)).toBe(true)
    await eventually(() => running.health().delicate?.ok === true, 'well again')
    const { rows } = await models.pool.query(
      `select error from ${READ_SCHEMA}.checkpoint where name = 'delicate'`,
    )
    expect(rows[0]).toEqual({ error: null })
  })

  it('is recognised when only the rows say so', async () => {
    await openBoth()
    const { received } = transferOf(ada, grace, 'never sent', cents(5))
    const position = await models.writer.append(received)
    await send('t', 30)
    const running = models.start()
    await eventually(() => running.health().activity?.state === 'failed', 'failed')
    expect(running.health().activity?.error).toMatch(/activity_end_transfer touched 0 rows instead of 1/)
    expect(running.health().wallet?.ok).toBe(true)
    expect(await positions()).toMatchObject({ activity: position - 1n, wallet: position + 2n })
  })
})
