import { expect, it } from 'vitest'
import { MARK_EVENTS, walkStatement, type StatementMarks } from '../../../api/reports/statement-marks.ts'
import type { Moment } from '../../../events/moment.ts'
import { toAmountJson, usd } from '../../../events/money.ts'
import type { RecordedEvent, ReadOptions } from '../../../events/store/event-store.ts'
import { walletEvents, type WalletEvent } from '../../../events/wallet/events.ts'
import type { StatementMark } from '../../../events/wallet/statement.ts'
import { ada, grace, idOf } from '../../support/wallet-spec.ts'

const COUNT = 5_500

const eventAt = (n: number): WalletEvent => {
  if (n === 0) return { type: 'WalletOpened', data: { memberId: ada } }
  const amount = toAmountJson(usd(n % 97 || 1))
  return n % 3 === 0
    ? {
        type: 'TransferSent',
        data: { transferId: idOf(`t${n}`), from: ada, to: grace, amount, message: null },
      }
    : { type: 'DepositCredited', data: { memberId: ada, depositId: idOf(`d${n}`), source: 'bank', amount } }
}

const log: readonly RecordedEvent[] = Array.from({ length: COUNT }, (_, n) => {
  const event = eventAt(n)
  return {
    id: walletEvents.idOf(event),
    type: event.type,
    data: { ...event.data },
    metadata: { schemaVersion: 1, actor: ada, correlationId: idOf('c'), causationId: idOf('c') },
    streamId: walletEvents.streamOf(ada),
    revision: BigInt(n),
    position: BigInt(n) * 3n + 1n,
    recordedAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
  }
})

/** A store over the log that counts the events read. */
const counted = (events: readonly RecordedEvent[] = log) => {
  const read = { events: 0 }
  async function* readStream(_: string, { from = 0n }: ReadOptions = {}): AsyncGenerator<RecordedEvent> {
    for (const recorded of events.slice(Number(from))) {
      read.events += 1
      yield recorded
    }
  }
  return { read, store: { readStream } }
}

const inMemory = (): StatementMarks => {
  const all = new Map<bigint, StatementMark>()
  return {
    before: async (_, moment: Moment | null, back) =>
      [...all.values()]
        .filter(
          ({ position, time }) =>
            moment === null ||
            (moment.kind === 'position' ? position <= moment.position : time <= moment.time),
        )
        .toSorted((one, other) => Number(other.revision - one.revision))[back - 1] ?? null,
    save: async (_, mark) => void all.set(mark.revision, mark),
    forget: async () => all.clear(),
  }
}
const never: StatementMarks = { before: async () => null, save: async () => {}, forget: async () => {} }

/** The compared parts of a statement. */
const told = ({ entries, end, recordedAt }: Awaited<ReturnType<typeof walkStatement>>) => ({
  entries: entries.map(({ recorded, lines }) => ({ recorded, lines })),
  end: end && { ...end, balances: end.balances, time: null },
  recordedAt,
})

it('from the marks comes what comes from the beginning, for two thousand events read and no more', async () => {
  const marks = inMemory()
  const whole = counted()
  await walkStatement({ store: whole.store, marks }, ada, null, 100)
  expect(whole.read.events).toBe(COUNT)
  for (const revision of [0, 1, 99, 100, 998, 999, 1_000, 1_001, 1_999, 2_000, 3_456, 4_999, COUNT - 1]) {
    const { position, recordedAt: time } = log[revision] ?? { position: 0n, recordedAt: '' }
    for (const moment of [
      { kind: 'position', position } as const,
      { kind: 'position', position: position + 1n } as const,
      { kind: 'time', time } as const,
    ]) {
      const { store, read } = counted()
      const marked = await walkStatement({ store, marks }, ada, moment, 100)
      expect(read.events).toBeLessThanOrEqual(2 * Number(MARK_EVENTS) + 1)
      expect(told(marked)).toEqual(
        told(await walkStatement({ store: counted().store, marks: never }, ada, moment, 100)),
      )
    }
  }
})

it('marks of another log are not believed', async () => {
  const marks = inMemory()
  await walkStatement({ store: counted().store, marks }, ada, null, 1)
  const moved = log.map((recorded) => ({ ...recorded, position: recorded.position + 7n }))
  const { store } = counted(moved)
  const walked = await walkStatement({ store, marks }, ada, null, 1)
  expect(walked.end?.position).toBe(moved.at(-1)?.position)
  expect((await marks.before(ada, null, 1))?.position).toBe(moved[4_999]?.position)
})
