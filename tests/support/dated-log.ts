import { derivedId } from '../../events/ids.ts'
import type { Currency } from '../../events/money.ts'
import { walletEvents, type WalletEvent } from '../../events/wallet/events.ts'
import { memberNamed, type WalletEntry } from './wallet-log.ts'

/** A wallet's fact and when it happened, ISO 8601. */
export interface DatedEntry extends WalletEntry {
  readonly at: string
}

const ada = memberNamed('ada')
const grace = memberNamed('grace')

const amount = (currency: Currency, minor: number) => ({ currency, minor: String(minor) })

/** Pseudorandom numbers from 0 (inclusive) to 1, the same for the same seed (mulberry32). */
const numbersFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/**
 * The wallets of Ada and Grace over five months, from 2025-11-20: every kind of event that moves money, some in the
 * first and the last millisecond of a month. Ada's balance is not checked, since tests only compare sums.
 */
export const fiveMonths = (count: number, seed = 7): readonly DatedEntry[] => {
  const random = numbersFrom(seed)
  const upTo = (max: number) => 1 + Math.floor(random() * max)
  const start = Date.parse('2025-11-20T10:00:00.000Z')
  const end = Date.parse('2026-03-20T10:00:00.000Z')
  const times = Array.from({ length: count }, () => start + Math.floor(random() * (end - start)))
  const edges = ['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'].flatMap((day) => {
    const edge = Date.parse(`${day}T00:00:00.000Z`)
    return [edge - 1, edge]
  })
  const all = [...times, ...edges].toSorted((a, b) => a - b)
  const opened = [ada, grace].map((memberId): DatedEntry => ({
    memberId,
    at: new Date(start - 1_000).toISOString(),
    event: { type: 'WalletOpened', data: { memberId } },
  }))
  const entries = all.flatMap((time, i): DatedEntry[] => {
    const at = new Date(time).toISOString()
    const id = (what: string) => derivedId('dated', what, String(seed), String(i))
    const of = (event: WalletEvent, memberId = ada): DatedEntry => ({ memberId, at, event })
    const memberId = ada
    const transfer = (from: string, to: string) => ({
      transferId: id('transfer'),
      from,
      to,
      amount: random() < 0.7 ? amount('USD', upTo(5_000)) : amount('USDC', upTo(9_000_000)),
    })
    const roll = random()
    if (roll < 0.2)
      return [
        of({
          type: 'DepositCredited',
          data: { memberId, depositId: id('deposit'), source: 'bank', amount: amount('USD', upTo(50_000)) },
        }),
      ]
    if (roll < 0.4) {
      const sent = transfer(ada, grace)
      return [
        of({ type: 'TransferSent', data: { ...sent, message: null } }),
        of({ type: 'TransferReceived', data: { ...sent, message: null, sentAt: at } }, grace),
      ]
    }
    if (roll < 0.55) {
      const sent = transfer(grace, ada)
      return [
        of({ type: 'TransferSent', data: { ...sent, message: null } }, grace),
        of({ type: 'TransferReceived', data: { ...sent, message: null, sentAt: at } }),
      ]
    }
    if (roll < 0.6) {
      const sent = transfer(ada, grace)
      return [
        of({ type: 'TransferSent', data: { ...sent, message: null } }),
        of({ type: 'TransferReturned', data: { ...sent, reason: 'wallet_closed' } }),
      ]
    }
    if (roll < 0.7)
      return [
        of({
          type: 'YutGranted',
          data: { memberId, grantId: id('grant'), reason: 'demo', amount: amount('YUT', upTo(90_000_000)) },
        }),
      ]
    const stakeSeconds = '0'
    if (roll < 0.8)
      return [
        of({
          type: 'YutStaked',
          data: { memberId, stakeId: id('stake'), amount: amount('YUT', upTo(9_000_000)), stakeSeconds },
        }),
      ]
    if (roll < 0.85)
      return [
        of({
          type: 'YutUnstaked',
          data: { memberId, stakeId: id('stake'), amount: amount('YUT', upTo(3_000_000)), stakeSeconds },
        }),
      ]
    if (roll < 0.92)
      return [
        of({
          type: 'RewardsClaimed',
          data: { memberId, claimId: id('claim'), amount: amount('YUT', upTo(700_000)), stakeSeconds },
        }),
      ]
    // Some days earn less than a cent.
    const cents = upTo(40) - 10
    return [
      of({
        type: 'InterestPaid',
        data: {
          memberId,
          day: new Date(Date.UTC(2000, 0, 1 + i)).toISOString().slice(0, 10),
          balanceMinor: '1',
          amount: { currency: 'USD', minor: String(Math.max(cents, 0)) },
          remainder: '0',
        },
      }),
    ]
  })
  return [...opened, ...entries]
}

/** The entry as an event to append, with its stream. */
export const eventOf = ({ memberId, event, at }: DatedEntry) => ({
  streamId: walletEvents.streamOf(memberId),
  event: {
    id: walletEvents.idOf(event),
    type: event.type,
    data: event.data,
    metadata: { schemaVersion: 1, actor: 'system', at },
  },
})
