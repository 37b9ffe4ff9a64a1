import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../../events/deposits/decide.ts'
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
            const gone = Object.values(deposit.claims).reduce((sum, cents) => sum + cents, 0n)
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

  it('is all of it, as ever, when all is refunded at once', () => {
    expect(says(succeeded(1_000n, 59n), refunded(1_059n))).toMatchObject([{ type: 'DepositReturned' }])
  })
})
