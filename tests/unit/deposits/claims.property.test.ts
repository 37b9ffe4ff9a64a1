import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stripeChange } from '../../../api/deposits/stripe/events.ts'
import { decide } from '../../../events/deposits/decide.ts'
import { goneOf, refundClaim } from '../../../events/deposits/decide-claim.ts'
import type { PaymentChange } from '../../../events/deposits/payment-change.ts'
import { evolve, initialState, type Deposit } from '../../../events/deposits/deposit.ts'
import type { DepositEvent } from '../../../events/deposits/events.ts'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { postings } from '../../../events/postings.ts'

const depositId = derivedId('deposit', 'claimed')
const memberId = derivedId('member', 'ada')
const reference = 'pi_1'

const succeeded = (amount: bigint, fee: bigint): Deposit =>
  [
    {
      type: 'DepositInitiated' as const,
      data: {
        depositId,
        memberId,
        method: 'card' as const,
        amount: { currency: 'USD' as const, minor: amount.toString() },
        fee: { currency: 'USD' as const, minor: fee.toString() },
        provider: 'stripe',
      },
    },
    { type: 'DepositSucceeded' as const, data: { depositId, memberId, reference } },
  ].reduce<Deposit>(evolve, initialState())

const says = (deposit: Deposit, change: PaymentChange): DepositEvent[] =>
  decide({ type: 'advanceDeposit', provider: 'stripe', change }, deposit)

const refunded = (cents: bigint): PaymentChange => ({
  to: 'claimed',
  reference,
  claim: 'refunds',
  taken: usd(cents),
  disputed: false,
  code: 'refunded',
})
const disputed = (claim: string, cents: bigint, open: boolean): PaymentChange => ({
  to: 'claimed',
  reference,
  claim,
  taken: usd(cents),
  disputed: open,
  code: 'fraudulent',
})
const lostFor = (claim: string, cents: bigint): PaymentChange => ({
  to: 'claimed',
  reference,
  claim,
  taken: usd(cents),
  disputed: false,
  code: 'fraudulent',
  final: true,
})
const refundMade = (id: string, cents: bigint): PaymentChange => ({
  to: 'claimed',
  reference,
  claim: refundClaim(id),
  taken: usd(cents),
  disputed: false,
  code: 'refunded',
})
const refundFailed = (id: string, cents: bigint): PaymentChange => ({
  to: 'released',
  reference,
  claim: refundClaim(id),
  failed: usd(cents),
})
const released = (claim: string): PaymentChange => ({ to: 'released', reference, claim })

/** Cents that these events take from the wallet and from the fee. */
const lost = (events: readonly DepositEvent[], amount: bigint, fee: bigint) => {
  let [wallet, fees] = [0n, 0n]
  for (const { type, data } of events) {
    if (type === 'DepositReturned') [wallet, fees] = [wallet + amount, fees + fee]
    if (type !== 'DepositClaimed' && type !== 'DepositReleased') continue
    const sign = type === 'DepositClaimed' ? 1n : -1n
    wallet += sign * BigInt(data.amount.minor)
    fees += sign * BigInt(data.fee.minor)
    // The postings sum to zero, even if a part is zero.
    const { takeId, amount: part, fee: feePart } = data
    const parts = { memberId, depositId, takeId, source: 'card' as const, amount: part, fee: feePart }
    expect(
      postings({ type: 'DepositGivenBack', data: parts }).reduce((sum, { minor }) => sum + minor, 0n),
    ).toBe(0n)
  }
  return { wallet, fees }
}

const change = (charge: bigint): fc.Arbitrary<PaymentChange> => {
  const cents = fc.bigInt({ min: 1n, max: charge })
  const dispute = fc.constantFrom('du_1', 'du_2')
  return fc.oneof(
    cents.map(refunded),
    fc.tuple(dispute, cents, fc.boolean()).map((given) => disputed(...given)),
    dispute.map(released),
    fc.constant<PaymentChange>({ to: 'returned', reference, code: 'R10' }),
  )
}

describe('what is taken of a deposit', () => {
  it('adds up, whatever is refunded, disputed, won and lost, in any order and told twice', () => {
    const charged = fc.tuple(fc.bigInt({ min: 100n, max: 500_000n }), fc.bigInt({ min: 0n, max: 15_000n }))
    fc.assert(
      fc.property(
        charged.chain(([amount, fee]) =>
          fc.tuple(fc.constant(amount), fc.constant(fee), fc.array(change(amount + fee), { maxLength: 12 })),
        ),
        ([amount, fee, changes]) => {
          let deposit = succeeded(amount, fee)
          const all: DepositEvent[] = []
          for (const one of changes) {
            const events = says(deposit, one)
            deposit = events.reduce<Deposit>(evolve, deposit)
            all.push(...events)
            // Reporting the same claim again changes nothing.
            expect(says(deposit, one)).toEqual([])
            const { wallet, fees } = lost(all, amount, fee)
            expect(wallet >= 0n && wallet <= amount).toBe(true)
            expect(fees >= 0n && fees <= fee).toBe(true)
            if (deposit.stage === 'absent' || deposit.stage === 'returned') continue
            const gone = goneOf(deposit)
            expect(wallet + fees).toBe(gone)
            if (gone === amount + fee) expect({ wallet, fees }).toEqual({ wallet: amount, fees: fee })
            if (gone === 0n) expect({ wallet, fees }).toEqual({ wallet: 0n, fees: 0n })
          }
        },
      ),
    )
  })

  it('is $999 of a $1,000 that was refunded but for one', () => {
    const [event] = says(succeeded(100_000n, 0n), refunded(99_900n))
    expect(event).toMatchObject({ type: 'DepositClaimed', data: { amount: { minor: '99900' } } })
  })

  it('is a dollar of a lost dispute about a dollar, not the whole', () => {
    const [event] = says(succeeded(100_000n, 0n), disputed('du_1', 100n, false))
    expect(event).toMatchObject({ type: 'DepositClaimed', data: { amount: { minor: '100' } } })
  })

  it('is all of it when all is refunded at once, and given back when that refund fails', () => {
    const charged = succeeded(1_000n, 59n)
    const taken = says(charged, refunded(1_059n))
    expect(taken).toMatchObject([{ type: 'DepositClaimed', data: { amount: { minor: '1000' } } }])
    const back = says(taken.reduce<Deposit>(evolve, charged), refundFailed('re_1', 1_059n))
    expect(back).toMatchObject([{ type: 'DepositReleased', data: { amount: { minor: '1000' } } }])
  })

  it('is the whole deposit when all is lost at once and for good, and a claim of the rest when some was taken before', () => {
    const charged = succeeded(1_000n, 59n)
    const returned = { type: 'DepositReturned', data: { depositId, memberId, reference, code: 'fraudulent' } }
    expect(says(charged, lostFor('du_1', 1_059n))).toEqual([returned])
    expect(says(charged, lostFor('du_1', 1_058n))).toMatchObject([{ type: 'DepositClaimed' }])
    expect(says(charged, disputed('du_1', 1_059n, true))).toMatchObject([{ type: 'DepositClaimed' }])
    const bank: PaymentChange = { to: 'returned', reference, code: 'R10' }
    expect(says(charged, bank)).toMatchObject([{ type: 'DepositReturned', data: { code: 'R10' } }])
    const some = says(charged, refunded(300n)).reduce<Deposit>(evolve, charged)
    const rest = says(some, bank)
    expect(rest).toMatchObject([
      {
        type: 'DepositClaimed',
        data: { claim: 'returned', level: { minor: '1059' }, code: 'R10', final: true },
      },
    ])
    const ended = rest.reduce<Deposit>(evolve, some)
    expect(ended.stage === 'absent' ? null : goneOf(ended)).toBe(1_059n)
    expect(says(ended, disputed('returned', 1_059n, true))).toEqual([])
    // Of a deposit that is unknown or returned nothing can be taken.
    const back = says(charged, bank).reduce<Deposit>(evolve, charged)
    expect(says(back, refunded(300n))).toEqual([])
    expect(() => says(initialState(), refunded(300n))).toThrow('There is no such deposit.')
  })

  it('names what a refund that failed had taken, and nothing where no refund failed', () => {
    const charged = succeeded(1_000n, 0n)
    const open = says(charged, disputed('du_1', 500n, true)).reduce<Deposit>(evolve, charged)
    expect(says(open, released('du_1'))[0]?.data).not.toHaveProperty('failed')
    expect(says(charged, refundFailed('re_1', 300n))).toMatchObject([{ data: { failed: { minor: '300' } } }])
    const nameless: PaymentChange = { to: 'released', reference, claim: refundClaim('re_2') }
    expect(says(charged, nameless)[0]?.data).not.toHaveProperty('failed')
  })

  it('is what the processor decided last, in any order, told twice or in part', () => {
    const dispute = (claim: string, cents: bigint, won: boolean): readonly PaymentChange[] => [
      disputed(claim, cents, true),
      disputed(claim, cents, true),
      won ? released(claim) : lostFor(claim, cents),
    ]
    const refund = (id: string, cents: bigint, fails: boolean): readonly PaymentChange[] => [
      refundMade(id, cents),
      ...(fails ? [refundFailed(id, cents)] : [refundMade(id, cents)]),
    ]
    const cents = fc.bigInt({ min: 1n, max: 20_000n })
    const stories = fc.tuple(
      fc.tuple(cents, fc.boolean()).map(([sum, won]) => dispute('du_1', sum, won)),
      fc.tuple(cents, fc.boolean()).map(([sum, won]) => dispute('du_2', sum, won)),
      fc.tuple(cents, fc.boolean()).map(([sum, fails]) => refund('re_1', sum, fails)),
      fc.tuple(cents, fc.boolean()).map(([sum, fails]) => refund('re_2', sum, fails)),
    )
    /** What each story's last word takes, of the words that were heard. */
    const wanted = (heard: readonly PaymentChange[]): bigint => {
      const ends = new Map<string, bigint>()
      for (const one of heard) {
        if (one.to !== 'claimed' && one.to !== 'released') continue
        if (one.to === 'released') ends.set(one.claim, 0n)
        else if (!ends.has(one.claim)) ends.set(one.claim, one.taken.minor)
      }
      const end = new Set(heard.flatMap((one) => (one.to === 'released' ? [one.claim] : [])))
      return [...ends].reduce((sum, [claim, gone]) => sum + (end.has(claim) ? 0n : gone), 0n)
    }
    fc.assert(
      fc.property(
        stories.chain((all) => {
          const words = all.flat()
          return fc.shuffledSubarray([...words, ...words], { minLength: 1 })
        }),
        (heard) => {
          let deposit = succeeded(100_000n, 2_930n)
          const all: DepositEvent[] = []
          for (const one of heard) {
            const events = says(deposit, one)
            deposit = events.reduce<Deposit>(evolve, deposit)
            all.push(...events)
          }
          const { wallet, fees } = lost(all, 100_000n, 2_930n)
          expect(wallet + fees).toBe(wanted(heard))
        },
      ),
    )
  })

  it.each([
    ['won, then a late report', [released('du_1'), disputed('du_1', 100_000n, true)], 0n],
    ['won before it was reported', [released('du_1'), disputed('du_1', 50_000n, true)], 0n],
    ['lost, then a late report of more', [lostFor('du_1', 500n), disputed('du_1', 900n, true)], 500n],
    [
      'refunds told as a total too, one of which failed',
      [
        refunded(500n),
        refundMade('re_1', 300n),
        refundMade('re_2', 200n),
        refundFailed('re_1', 300n),
        refunded(200n),
      ],
      200n,
    ],
    ['a total alone', [refunded(500n), refunded(200n)], 500n],
  ] satisfies readonly (readonly [string, readonly PaymentChange[], bigint])[])(
    '%s',
    (_what, changes, gone) => {
      let deposit = succeeded(100_000n, 0n)
      for (const one of changes) deposit = says(deposit, one).reduce<Deposit>(evolve, deposit)
      if (deposit.stage === 'absent') throw new Error('The deposit is gone')
      expect(goneOf(deposit)).toBe(gone)
    },
  )
})

it.each([
  ['refund.created', 'pending', { to: 'claimed', claim: 'refund_re_1', taken: usd(700n) }],
  ['refund.updated', 'succeeded', { to: 'claimed', claim: 'refund_re_1', taken: usd(700n) }],
  ['refund.failed', 'failed', { to: 'released', claim: 'refund_re_1', failed: usd(700n) }],
  ['charge.refund.updated', 'canceled', { to: 'released', claim: 'refund_re_1', failed: usd(700n) }],
])('Stripe’s %s of a refund that is %s', (type, status, change) => {
  const refund = { id: 're_1', payment_intent: reference, status, amount: 700, currency: 'usd' }
  expect(stripeChange(type, refund)).toMatchObject({ change })
})
