import { describe, expect, it } from 'vitest'
import { depositEvents, type DepositEvent } from '../../../events/deposits/events.ts'
import { derivedId } from '../../../events/ids.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import { walletEvents, type WalletEvent } from '../../../events/wallet/events.ts'
import { checkLedger } from '../../support/ledger-invariants.ts'

const ada = derivedId('member', 'ada')
const ids = { depositId: derivedId('deposit', 'one'), memberId: ada }
const amount = { currency: 'USD' as const, minor: '10000' }
const fee = { currency: 'USD' as const, minor: '320' }
const reference = 'pi_1'

const opened: WalletEvent = { type: 'WalletOpened', data: { memberId: ada } }
const initiated: DepositEvent = {
  type: 'DepositInitiated',
  data: { ...ids, method: 'card', amount, fee, provider: 'sandbox' },
}
const succeeded: DepositEvent = { type: 'DepositSucceeded', data: { ...ids, reference } }
const returned: DepositEvent = { type: 'DepositReturned', data: { ...ids, reference, code: 'R10' } }
const credited: WalletEvent = { type: 'DepositCredited', data: { ...ids, source: 'card', amount, fee } }
const reversed: WalletEvent = {
  type: 'DepositReversed',
  data: { ...ids, source: 'card', amount, fee, reason: 'R10' },
}

type Fact = { deposit: DepositEvent } | { wallet: WalletEvent }
const d = (deposit: DepositEvent): Fact => ({ deposit })
const w = (wallet: WalletEvent): Fact => ({ wallet })

const log = (facts: readonly Fact[]): RecordedEvent[] => {
  const revisions = new Map<string, bigint>()
  return facts.map((fact, index) => {
    const [id, event, streamId] =
      'deposit' in fact
        ? [
            depositEvents.idOf(fact.deposit),
            fact.deposit,
            depositEvents.streamOf(fact.deposit.data.depositId),
          ]
        : [walletEvents.idOf(fact.wallet), fact.wallet, walletEvents.streamOf(ada)]
    const revision = (revisions.get(streamId) ?? -1n) + 1n
    revisions.set(streamId, revision)
    return {
      // Unique, because ids are not under test.
      id: derivedId(id, String(index)),
      type: event.type,
      data: event.data,
      metadata: {},
      streamId,
      revision,
      position: BigInt(index + 1),
      recordedAt: '2026-01-01T00:00:00.000Z',
    }
  })
}

describe('the ledger check', () => {
  it('passes a deposit that was credited, and one that came back', async () => {
    const { book } = await checkLedger(
      log([w(opened), d(initiated), d(succeeded), w(credited), d(returned), w(reversed)]),
    )
    expect(book.balances().every(({ minor }) => minor === 0n)).toBe(true)
  })

  it.each<[string, Fact[], RegExp]>([
    ['credited without a success', [w(opened), d(initiated), w(credited)], /without DepositSucceeded/],
    ['credited out of nothing', [w(opened), w(credited)], /without DepositSucceeded/],
    ['credited twice', [w(opened), d(initiated), d(succeeded), w(credited), w(credited)], /stands twice/],
    ['never credited', [w(opened), d(initiated), d(succeeded)], /is not credited/],
    [
      'credited with another amount',
      [w(opened), d(initiated), d(succeeded), w({ ...credited, data: { ...credited.data, amount: fee } })],
      /moves 320 and a fee of 320/,
    ],
    [
      'reversed without a return',
      [w(opened), d(initiated), d(succeeded), w(credited), w(reversed)],
      /without DepositReturned/,
    ],
    [
      'reversed twice',
      [w(opened), d(initiated), d(succeeded), w(credited), d(returned), w(reversed), w(reversed)],
      /stands twice/,
    ],
    ['never reversed', [w(opened), d(initiated), d(succeeded), w(credited), d(returned)], /is not reversed/],
    ['that nobody asked for', [d(succeeded)], /without DepositInitiated/],
  ])('stops at a deposit %s', async (_what, facts, message) => {
    await expect(checkLedger(log(facts))).rejects.toThrow(message)
  })
})
