import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bank, type BankOperation, type BankStep } from '../../chaos/bank.ts'
import { checkLinearizable, type Operation } from '../../chaos/linearizability.ts'

const START = new Map([
  ['ada:usd', 100n],
  ['grace:usd', 0n],
])

let calls = 0
const between = (calledAt: number, returnedAt: number, step: BankStep): BankOperation => ({
  name: `call ${++calls}`,
  step,
  calledAt,
  returnedAt,
})
const moved = (from: string, to: string, minor: bigint): BankStep => ({
  kind: 'moved',
  changes: new Map([
    [`${from}:usd`, -minor],
    [`${to}:usd`, minor],
  ]),
})
const refused = (member: string, minor: bigint, available: bigint): BankStep => ({
  kind: 'refused',
  account: `${member}:usd`,
  minor,
  available,
})
const read = (member: string, minor: bigint): BankStep => ({
  kind: 'read',
  balances: new Map([[`${member}:usd`, minor]]),
})
const isLegal = (...history: BankOperation[]): boolean => checkLinearizable(history, bank(START)).legal

describe('one after the other', () => {
  it('takes the answers that a bank gives', () => {
    expect(
      isLegal(
        between(0, 1, moved('ada', 'grace', 60n)),
        between(2, 3, refused('ada', 50n, 40n)),
        between(4, 5, read('grace', 60n)),
        between(6, 7, moved('ada', 'grace', 40n)),
        between(8, 9, read('ada', 0n)),
      ),
    ).toBe(true)
  })
  it.each([
    ['more than there is', moved('ada', 'grace', 101n)],
    ['a refusal of what is covered', refused('ada', 100n, 100n)],
    ['a refusal that names another balance', refused('ada', 150n, 90n)],
    ['a read of another balance', read('ada', 99n)],
  ])('finds %s', (_what, step) => {
    expect(isLegal(between(0, 1, step))).toBe(false)
  })
  it('finds a read and a refusal on a balance that was', () => {
    const paid = between(0, 1, moved('ada', 'grace', 60n))
    expect(isLegal(paid, between(2, 3, read('ada', 100n)))).toBe(false)
    expect(isLegal(paid, between(2, 3, refused('ada', 150n, 100n)))).toBe(false)
    expect(isLegal(paid, between(2, 3, refused('grace', 50n, 0n)))).toBe(false)
  })
})

describe('at once', () => {
  it('takes both balances beside a payment, and not the one before after the one afterwards', () => {
    const paid = between(0, 10, moved('ada', 'grace', 60n))
    expect(isLegal(paid, between(1, 2, read('ada', 100n)), between(3, 4, read('ada', 40n)))).toBe(true)
    expect(isLegal(paid, between(1, 2, read('ada', 40n)), between(3, 4, read('ada', 100n)))).toBe(false)
  })
  it('takes one of two payments of the same money, whichever, and not both', () => {
    const [one, other] = [
      between(0, 5, moved('ada', 'grace', 70n)),
      between(1, 6, moved('ada', 'grace', 80n)),
    ]
    expect(isLegal(one, between(1, 6, refused('ada', 80n, 30n)))).toBe(true)
    expect(isLegal(between(0, 5, refused('ada', 70n, 20n)), other)).toBe(true)
    expect(isLegal(one, other)).toBe(false)
  })
  it('finds that money was spent before it came, unless it may come later', () => {
    const received = between(10, 12, moved('ada', 'grace', 10n))
    expect(isLegal(between(0, 9, moved('grace', 'ada', 10n)), received)).toBe(false)
    expect(isLegal(between(0, 11, moved('grace', 'ada', 10n)), received)).toBe(true)
    expect(isLegal(between(0, Infinity, moved('grace', 'ada', 10n)), received)).toBe(true)
  })
  it('keeps an operation behind the one that it follows', () => {
    const change = (account: string, minor: bigint): BankStep => ({
      kind: 'moved',
      changes: new Map([[account, minor]]),
    })
    const left = between(0, 9, change('ada:usd', -60n))
    const arrival = between(0, 9, change('grace:usd', 60n))
    const arrived = { ...arrival, after: left }
    expect(isLegal(left, arrived, between(1, 8, read('ada', 40n)), between(1, 8, read('grace', 0n)))).toBe(
      true,
    )
    const early = [between(1, 2, read('grace', 60n)), between(3, 4, read('ada', 100n))]
    expect(isLegal(left, arrived, ...early)).toBe(false)
    expect(isLegal(left, arrival, ...early)).toBe(true)
  })
})

it('says how far an order goes, and what could not come next', () => {
  const paid = between(0, 1, moved('ada', 'grace', 60n))
  const wrong = between(2, 3, read('ada', 41n))
  expect(checkLinearizable([wrong, paid], bank(START))).toEqual({
    legal: false,
    order: [paid],
    state: new Map([
      ['ada:usd', 40n],
      ['grace:usd', 60n],
    ]),
    next: [wrong],
  })
})

/** Every order that the times allow, each tried on its own: the definition. */
const isLegalByDefinition = (rest: readonly BankOperation[], balances = bank(START).initial): boolean =>
  rest.length === 0 ||
  rest.some((one) => {
    if (rest.some((other) => other.returnedAt < one.calledAt)) return false
    const next = bank(START).apply(balances, one.step)
    return (
      next !== null &&
      isLegalByDefinition(
        rest.filter((other) => other !== one),
        next,
      )
    )
  })

const who = fc.constantFrom('ada', 'grace')
const minor = fc.bigInt({ min: 1n, max: 3n }).map((parts) => parts * 40n)
const balance = fc.constantFrom(0n, 20n, 40n, 60n, 80n, 100n)
const anyStep: fc.Arbitrary<BankStep> = fc.oneof(
  fc
    .record({ from: who, to: who, minor })
    .map(({ from, to, minor: sum }) => (from === to ? read(from, sum) : moved(from, to, sum))),
  fc
    .record({ member: who, minor, available: balance })
    .map((one) => refused(one.member, one.minor, one.available)),
  fc.record({ member: who, minor: balance }).map((one) => read(one.member, one.minor)),
)
const anyOperation: fc.Arbitrary<Operation<BankStep>> = fc
  .record({ step: anyStep, calledAt: fc.nat(12), tookMs: fc.nat(8), hint: fc.nat(6) })
  .map(({ step, calledAt, tookMs, hint }) => ({ ...between(calledAt, calledAt + tookMs, step), hint }))

it('agrees with the definition, whatever the hints', () => {
  const counts = { legal: 0, illegal: 0 }
  fc.assert(
    fc.property(fc.array(anyOperation, { minLength: 1, maxLength: 6 }), (history) => {
      const { legal } = checkLinearizable(history, bank(START))
      counts[legal ? 'legal' : 'illegal'] += 1
      expect(legal).toBe(isLegalByDefinition(history))
    }),
    { numRuns: 2_000 },
  )
  expect(Math.min(counts.legal, counts.illegal)).toBeGreaterThan(50)
})
