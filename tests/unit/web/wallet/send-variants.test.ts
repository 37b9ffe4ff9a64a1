import { describe, expect, it } from 'vitest'
import { type Draft, EMPTY_DRAFT, type Variant } from '../../../../web/pages/wallet/send/machine.ts'
import { VARIANTS } from '../../../../web/pages/wallet/send/variants.ts'

const drafted = (variant: Variant, changed: Partial<Draft>): Draft => ({
  ...EMPTY_DRAFT,
  variant,
  to: '@grace',
  ...changed,
})
const problems = (draft: Draft, available: string | null = '100.00') =>
  VARIANTS[draft.variant].problemsOf(draft, available)
const ready = (draft: Draft) => VARIANTS[draft.variant].isReady(draft)

describe('Send Funds', () => {
  it.each([
    ['', false],
    ['0', false],
    ['0.00', false],
    ['0.01', true],
    ['$1,000', true],
    ['five', false],
    ['-5', false],
    ['12345678901234567890', false],
  ])('with the amount "%s" lets go on: %s', (amount, expected) =>
    expect(ready(drafted('unified', { amount }))).toBe(expected),
  )

  it('needs a recipient and does not look at the balance', () => {
    expect(ready(drafted('unified', { to: ' ', amount: '1' }))).toBe(false)
    expect(problems(drafted('unified', { amount: '9000' }))).toEqual({})
  })
})

it.each([
  ['any', 'Amount must be at least $0.01 or 0.01 YUT'],
  ['usd', 'Amount must be between $1 and $10,000'],
] as const)('$0.001 is too little for %s, before it has too many decimals', (variant, sentence) =>
  expect(problems(drafted(variant, { amount: '$0.001' }))).toEqual({ amount: sentence }),
)

describe('Send Any Currency', () => {
  it('offers all three currencies and lets go on, to say what is missing', () => {
    expect(VARIANTS.any.currencies).toEqual(['USD', 'USDC', 'YUT'])
    expect(ready(drafted('any', { to: '' }))).toBe(true)
    expect(problems(drafted('any', { to: '' }))).toEqual({
      to_user_identifier: 'Please specify the recipient',
      amount: 'Amount must be at least $0.01 or 0.01 YUT',
    })
  })

  it.each(['', '0', '0.009', '.001'])('refuses %s as too little', (amount) =>
    expect(problems(drafted('any', { amount, currency: 'YUT' }))).toEqual({
      amount: 'Amount must be at least $0.01 or 0.01 YUT',
    }),
  )

  it.each(['USD', 'USDC', 'YUT'] as const)('refuses more %s than there is, to the last unit', (currency) => {
    expect(problems(drafted('any', { amount: '100', currency }))).toEqual({})
    expect(problems(drafted('any', { amount: '100.01', currency }))).toEqual({
      amount: `Insufficient ${currency} balance`,
    })
  })

  it('leaves the balance to the server while it is not known here', () =>
    expect(problems(drafted('any', { amount: '100.01' }), null)).toEqual({}))
})

describe('Send USD', () => {
  it.each([
    ['', false],
    ['0.99', false],
    ['1', true],
    ['10000', true],
    ['10000.01', true],
  ])('with the amount "%s" lets go on: %s', (amount, expected) =>
    expect(ready(drafted('usd', { amount }))).toBe(expected),
  )

  it.each([
    ['0.99', 'Amount must be between $1 and $10,000'],
    ['1', undefined],
    ['$10,000.00', undefined],
    ['10000.01', 'Amount must be between $1 and $10,000'],
  ])('%s: %s', (amount, problem) => expect(problems(drafted('usd', { amount })).amount).toBe(problem))

  it('needs a recipient', () => {
    expect(ready(drafted('usd', { to: '', amount: '5' }))).toBe(false)
    expect(problems(drafted('usd', { to: '', amount: '5' }))).toEqual({
      to_user_identifier: 'Please specify the recipient',
    })
  })
})

describe('Transfer YUT', () => {
  it('needs an amount and a recipient, and at most the balance', () => {
    expect(ready(drafted('token', { currency: 'YUT' }))).toBe(false)
    expect(ready(drafted('token', { currency: 'YUT', amount: '1', to: '' }))).toBe(false)
    expect(ready(drafted('token', { currency: 'YUT', amount: '1' }))).toBe(true)
    expect(problems(drafted('token', { currency: 'YUT', amount: '100.000001' }))).toEqual({
      amount: 'Insufficient YUT balance',
    })
  })
})
