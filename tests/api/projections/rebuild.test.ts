import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventStore } from '../../../events/store/event-store.ts'
import { walletEvents } from '../../../events/wallet/events.ts'
import { activityOf } from '../../../projections/activity/queries.ts'
import { readModelDigest } from '../../../projections/digest.ts'
import { PoisonEvent } from '../../../projections/failure.ts'
import { rebuildProjections } from '../../../projections/rebuild.ts'
import { transferById } from '../../../projections/activity/transfers.ts'
import { walletOf } from '../../../projections/wallet/queries.ts'
import { eventually, freshReadModels, type ReadModels } from '../../support/read-models.ts'
import {
  cents,
  deposited,
  depositReversed,
  memberNamed,
  transferOf,
  walletOpened,
  type WalletEntry,
} from '../../support/wallet-log.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

const members = Array.from({ length: 8 }, (_, index) => memberNamed(`member ${index}`))
const memberAt = (index: number): string => members[index % members.length] ?? ''

let models: ReadModels
beforeEach(async () => {
  models = await freshReadModels()
  await models.writer.append(
    ...members.flatMap((id) => [walletOpened(id), deposited(id, id, cents(1_000_000))]),
  )
})
afterEach(() => models.dispose())

const transferNumber = (index: number) =>
  transferOf(memberAt(index), memberAt(index * 3 + 1), `transfer ${index}`, cents(1 + (index % 90)))
const rebuild = () => rebuildProjections({ store: models.store, url: models.url, log: models.log })
const schemas = async (): Promise<string[]> => {
  const { rows } = await models.pool.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname like 'read%' order by 1`,
  )
  return rows.map(({ name }) => name)
}

describe('rebuild', () => {
  it('gives identical rows, whatever the batches were, beside live rows or without any', async () => {
    const running = models.start({ batchMax: 3 })
    const entries = Array.from({ length: 60 }, (_, index): WalletEntry[] => {
      const { sent, received, returned } = transferNumber(index)
      return index % 7 === 0 ? [sent, returned] : index % 11 === 0 ? [sent] : [sent, received]
    })
    await models.writer.append(...entries.flat(), depositReversed(memberAt(1), memberAt(1), cents(1_000_000)))
    await running.waitFor(await models.store.head(), 10_000)
    await running.stop()
    const before = await readModelDigest(models.url)
    expect(Object.keys(before.tables)).toEqual(
      expect.arrayContaining(['activity', 'deposit', 'merkle_leaves', 'wallet', 'wallet_day']),
    )

    expect(await rebuild()).toMatchObject({ position: await models.store.head() })
    expect(await readModelDigest(models.url)).toEqual(before)
    await models.pool.query(`drop schema ${READ_SCHEMA} cascade`)
    await rebuild()
    expect(await readModelDigest(models.url)).toEqual(before)

    await models.pool.query(`update ${READ_SCHEMA}.activity set minor = minor + 1 where transfer_id = $1`, [
      transferNumber(5).transferId,
    ])
    const after = await readModelDigest(models.url)
    expect(after.digest).not.toBe(before.digest)
    expect(after.tables).toEqual({
      ...before.tables,
      activity: expect.not.stringMatching(before.tables.activity ?? ''),
    })
  })

  it('under concurrent writes: readers never see a hole nor the past, live projections go on', async () => {
    const running = models.start()
    const subject = memberAt(0)
    await running.waitFor(await models.store.head(), 5_000)
    const first = transferNumber(0)
    await running.waitFor(await models.writer.append(first.sent, first.received), 5_000)

    const over = new AbortController()
    let reads = 0
    let sent = 0
    const write = async () => {
      for (let index = 1; !over.signal.aborted; index += 1) {
        const transfer = transferNumber(index)
        const position = await models.writer.append(transfer.sent, transfer.received)
        sent += 1
        if (index % 5 !== 0) continue
        // A reader that has waited for a position sees what was written there.
        expect(await running.waitFor(position, 10_000)).toBe(true)
        expect(await transferById(models.pool, transfer.transferId)).toMatchObject({ status: 'completed' })
      }
    }
    const read = async () => {
      let newest = 0n
      while (!over.signal.aborted) {
        const wallet = await walletOf(models.pool, subject)
        const [line] = await activityOf(models.pool, subject, { limit: 1 })
        expect(wallet).not.toBeNull()
        expect(wallet?.position).toBeGreaterThanOrEqual(newest)
        expect(line?.position).toBeGreaterThanOrEqual(newest)
        newest = wallet?.position ?? 0n
        reads += 1
      }
    }
    const until = Promise.all([write(), read(), read()])
    const rebuilds = async () => {
      for (let count = 0; count < 3; count += 1) {
        await rebuild()
        const atSwitch = sent
        await Promise.race([until, eventually(() => sent > atSwitch + 20, 'more transfers')])
      }
    }
    await rebuilds().finally(() => over.abort())
    await until
    expect(reads).toBeGreaterThan(50)
    expect(await running.waitFor(await models.store.head(), 10_000)).toBe(true)
    await running.stop()
    const live = await readModelDigest(models.url)
    await rebuild()
    expect(await readModelDigest(models.url)).toEqual(live)
    expect(await schemas()).toEqual([READ_SCHEMA])
  })

  it('never takes back what the live projections have shown, however late they showed it', async () => {
    const running = models.start()
    let shown = 0n
    let reads = 0
    const store: EventStore = {
      ...models.store,
      // Each time the rebuild has read to the end, before its switch, one more transfer becomes readable.
      readAll: async function* (options) {
        yield* models.store.readAll(options)
        reads += 1
        if (reads > 2) return
        const { sent, received } = transferNumber(reads)
        shown = await models.writer.append(sent, received)
        await running.waitFor(shown, 10_000)
      },
    }
    const { position } = await rebuildProjections({ store, url: models.url, log: models.log })
    expect(reads).toBe(3)
    expect(position).toBeGreaterThanOrEqual(shown)
  })

  it('killed in the middle leaves the live rows as they were and can be run again', async () => {
    const running = models.start()
    const entries = Array.from({ length: 3_000 }, (_, index) => transferNumber(index))
    const position = await models.writer.append(
      ...entries.map(({ sent }) => sent).sort((one, other) => one.memberId.localeCompare(other.memberId)),
      ...entries
        .map(({ received }) => received)
        .sort((one, other) => one.memberId.localeCompare(other.memberId)),
    )
    await running.waitFor(position, 20_000)
    await running.stop()
    const before = await readModelDigest(models.url)
    const child = spawn(process.execPath, [path.resolve('tests/support/rebuild-process.ts'), models.url], {
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error('The rebuild was over before it was killed')
      return models.pool
        .query(`select from ${READ_SCHEMA}_next.checkpoint where position > 0`)
        .then(({ rowCount }) => (rowCount ?? 0) > 0)
        .catch(() => false)
    }, 'a half-built schema')
    child.kill('SIGKILL')
    await ended
    expect(await schemas()).toEqual([READ_SCHEMA, `${READ_SCHEMA}_next`])
    expect(await readModelDigest(models.url)).toEqual(before)
    await eventually(
      () =>
        rebuild().then(
          () => true,
          (error: Error) => !/already/.test(error.message),
        ),
      'the killed connection is gone',
    )
    expect(await schemas()).toEqual([READ_SCHEMA])
    expect(await readModelDigest(models.url)).toEqual(before)
  })

  it('runs once at a time', async () => {
    const outcomes = await Promise.allSettled([rebuild(), rebuild()])
    const refused = outcomes.find(({ status }) => status === 'rejected')
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(refused).toMatchObject({
      reason: { message: `The read models in ${READ_SCHEMA} are being rebuilt already` },
    })
  })

  it('that meets an event it cannot apply names it and leaves the live rows', async () => {
    const running = models.start()
    await running.waitFor(await models.store.head(), 5_000)
    await running.stop()
    const before = await readModelDigest(models.url)
    const id = randomUUID()
    await models.writer.appendRaw(walletEvents.streamOf(memberAt(0)), [
      { id, type: 'WalletPainted', data: {}, metadata: {} },
    ])
    const error: unknown = await rebuild().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(PoisonEvent)
    expect(error).toMatchObject({ message: expect.stringContaining(`event ${id} of type WalletPainted`) })
    expect(await readModelDigest(models.url)).toEqual(before)
  })
})
