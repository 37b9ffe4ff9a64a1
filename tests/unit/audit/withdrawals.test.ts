import { describe, expect, it } from 'vitest'
import { createAudit } from '../../../events/audit/audit.ts'
import { WalletEvent, type WalletEventOf } from '../../../events/wallet/events.ts'
import {
  cents,
  deposited,
  memberNamed,
  recorded,
  timeOf,
  transferOf,
  walletOpened,
  type WalletEntry,
} from '../../support/wallet-log.ts'
import { idOf } from '../../support/wallet-spec.ts'

const [ada, grace] = [memberNamed('ada'), memberNamed('grace')]
const withdrawal = { withdrawalId: idOf('withdrawal'), memberId: ada, amount: cents(700) }
const other = { ...withdrawal, withdrawalId: idOf('other') }
const requested: WalletEventOf<'WithdrawalRequested'> = {
  type: 'WithdrawalRequested',
  data: { ...withdrawal, accountId: idOf('account'), rail: 'ach', provenAt: timeOf(0) },
}
const inReview: WalletEvent = {
  type: 'WithdrawalRequested',
  data: { ...requested.data, review: 'just_received' },
}
const released: WalletEvent = {
  type: 'WithdrawalReleased',
  data: { withdrawalId: withdrawal.withdrawalId, memberId: ada },
}
const ordered: WalletEvent = {
  type: 'WithdrawalOrdered',
  data: { withdrawalId: withdrawal.withdrawalId, memberId: ada },
}
const sent: WalletEventOf<'WithdrawalSent'> = {
  type: 'WithdrawalSent',
  data: { ...withdrawal, reference: 'bank_1' },
}
const instant: WalletEventOf<'WithdrawalRequested'> = {
  type: 'WithdrawalRequested',
  data: { ...requested.data, rail: 'instant', fee: '150' },
}
const rerouted = (minor: number): WalletEvent => ({
  type: 'WithdrawalRerouted',
  data: {
    withdrawalId: withdrawal.withdrawalId,
    memberId: ada,
    amount: cents(minor),
    reason: 'not_instant',
  },
})
const ofCents = (event: WalletEvent, minor: number, fee?: string): WalletEvent =>
  WalletEvent.parse({
    ...event,
    data: { ...event.data, amount: cents(minor), ...(fee !== undefined && { fee }) },
  })
const failed: WalletEvent = { type: 'WithdrawalFailed', data: { ...withdrawal, reason: 'rejected' } }
const cancelled: WalletEvent = { type: 'WithdrawalCancelled', data: withdrawal }
const returned: WalletEvent = { type: 'WithdrawalReturned', data: { ...withdrawal, reason: 'R03' } }

const inWallet = (event: WalletEvent): WalletEntry => ({ memberId: ada, event })
const holding = ({ memberId, event }: WalletEntry, held: object): WalletEntry => ({
  memberId,
  event: WalletEvent.parse({ ...event, data: { ...event.data, ...held } }),
})

/** Audits what follows in two wallets, of which Ada's has $10.00 that are free. */
const audited =
  (entries: readonly WalletEntry[], idle = false) =>
  (): ReturnType<typeof createAudit> => {
    const made = createAudit({ dense: true })
    const begun = [walletOpened(ada), walletOpened(grace), deposited(ada, 'first', cents(1_000))]
    for (const one of recorded([...begun, ...entries])) made.check(one)
    made.finish({ idle })
    return made
  }
const audit = (...events: readonly WalletEvent[]) => audited(events.map(inWallet), true)

describe('the audit of withdrawals', () => {
  it.each([
    ['was cancelled', 1_000n, [requested, cancelled]],
    ['failed', 1_000n, [requested, ordered, failed]],
    ['was sent', 300n, [requested, ordered, sent]],
    ['came back', 1_000n, [requested, ordered, sent, returned]],
    ['was stopped', 1_000n, [inReview, failed]],
    ['was cancelled in its review', 1_000n, [inReview, cancelled]],
    ['was cancelled after its review', 1_000n, [inReview, released, cancelled]],
    ['was released and sent', 300n, [inReview, released, ordered, sent]],
  ])('passes one that %s, with nothing left on its way', (_, left, events) => {
    const { book } = audit(...events)()
    expect(-book.balanceOf(`liability:member:${ada}:usd`, 'USD')).toBe(left)
    expect(book.balanceOf('liability:in-flight:withdrawals', 'USD')).toBe(0n)
    expect(-book.balanceOf('asset:bank', 'USD')).toBe(left === 300n ? 700n - 1_000n : -1_000n)
  })

  it('passes one with a fee, which is ours once it is sent, or back before', () => {
    const balancesOf = (...events: readonly WalletEvent[]) => {
      const { book } = audit(...events)()
      return [
        -book.balanceOf(`liability:member:${ada}:usd`, 'USD'),
        -book.balanceOf('revenue:withdrawal-fees', 'USD'),
        -book.balanceOf('asset:bank', 'USD'),
        book.balanceOf('liability:in-flight:withdrawals', 'USD'),
      ]
    }
    expect(balancesOf(instant, ordered, ofCents(sent, 700, '150'))).toEqual([300n, 150n, -450n, 0n])
    expect(balancesOf(instant, cancelled)).toEqual([1_000n, 0n, -1_000n, 0n])
    expect(balancesOf(instant, ordered, failed)).toEqual([1_000n, 0n, -1_000n, 0n])
    expect(balancesOf(instant, ordered, rerouted(150), ofCents(sent, 550))).toEqual([450n, 0n, -450n, 0n])
    expect(balancesOf(instant, ordered, ofCents(sent, 700, '150'), ofCents(returned, 550))).toEqual([
      850n,
      150n,
      -1_000n,
      0n,
    ])
  })

  it.each([
    ['with a fee by ACH', /a fee of 150 cents/, [ofCents(requested, 700, '150')]],
    ['all fee', /a fee of 150 cents/, [ofCents(instant, 150)]],
    ['rerouted with another fee', /moves 149 cents/, [instant, ordered, rerouted(149)]],
    [
      'rerouted after it was sent',
      /follows WithdrawalSent/,
      [instant, ordered, ofCents(sent, 700, '150'), rerouted(150)],
    ],
    [
      'sent with the fee that is back',
      /moves 700 cents/,
      [instant, ordered, rerouted(150), ofCents(sent, 700, '150')],
    ],
    ['sent with another fee', /takes a fee of 149/, [instant, ordered, ofCents(sent, 700, '149')]],
    [
      'returned with the fee',
      /moves 700 cents/,
      [instant, ordered, ofCents(sent, 700, '150'), ofCents(returned, 700)],
    ],
    ['left on its way', /in-flight:withdrawals holds 700/, [requested]],
    ['ordered and left', /in-flight:withdrawals holds 700/, [requested, ordered]],
    ['sent without an order', /WithdrawalSent of .* follows WithdrawalRequested/, [requested, sent]],
    ['ordered in its review', /WithdrawalOrdered of .* follows .*in review/, [inReview, ordered]],
    ['released without a review', /follows WithdrawalRequested/, [requested, released]],
    ['stopped without a review', /follows WithdrawalRequested/, [requested, failed]],
    ['stopped after its review', /follows WithdrawalReleased/, [inReview, released, failed]],
    ['left in its review', /in-flight:withdrawals holds 700/, [inReview]],
    ['never requested', /follows nothing/, [{ ...sent, data: { ...other, reference: 'bank_1' } }]],
    [
      'cancelled after its order',
      /WithdrawalCancelled of .* follows WithdrawalOrdered/,
      [requested, ordered, cancelled],
    ],
    ['returned before it was sent', /follows WithdrawalOrdered/, [requested, ordered, returned]],
    ['failed after it was sent', /follows WithdrawalSent/, [requested, ordered, sent, failed]],
    [
      'of another amount',
      /moves 699 cents/,
      [requested, ordered, { ...sent, data: { ...sent.data, amount: cents(699) } }],
    ],
  ] satisfies [string, RegExp, WalletEvent[]][])('finds one that is %s', (_, why, events) => {
    expect(audit(...events)).toThrow(why)
  })

  it('finds one that takes held money, also with what another member sent', () => {
    const lunch = transferOf(grace, ada, 'lunch', cents(500))
    const log = (held: object) => [
      deposited(grace, 'by grace', cents(1_000)),
      holding(lunch.sent, held),
      holding(lunch.received, held),
      ...[{ ...requested, data: { ...requested.data, amount: cents(1_001) } }].map(inWallet),
    ]
    expect(audited(log({}))).not.toThrow()
    expect(audited(log({ held: { minor: '500', until: '2026-01-09' } }))).toThrow(
      /leaves 499 cents, and 500 are held/,
    )
  })

  it('finds a hold that is lost, lessened or lengthened on the way', () => {
    const lunch = transferOf(ada, grace, 'lunch', cents(500))
    const carry = (onTheWay: object, there: object) =>
      audited([holding(lunch.sent, onTheWay), holding(lunch.received, there)])
    const until = (day: string, minor = '500') => ({ held: { minor, until: day } })
    const carried = until('2026-03-01')
    expect(carry(carried, until('2026-01-08'))).not.toThrow()
    expect(carry(carried, {})).toThrow(/carried .*500 held, not/)
    expect(carry(carried, until('2026-01-08', '499'))).toThrow(/499 held/)
    expect(carry(carried, until('2026-03-02'))).toThrow(/held until 2026-03-01/)
    const back = (there: object) => audited([holding(lunch.sent, carried), holding(lunch.returned, there)])
    expect(back(carried)).not.toThrow()
    expect(back(until('2026-01-08'))).toThrow(/held until 2026-03-01/)
  })
})
