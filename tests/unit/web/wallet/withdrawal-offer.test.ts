import { describe, expect, it } from 'vitest'
import type { SavedBankAccount, WithdrawalOptions } from '../../../../api/contract/withdrawals.ts'
import { accountOf, amountProblem, railOf, railsFor } from '../../../../web/pages/wallet/withdraw/offer.ts'

const limit = { limit_usd: '10000.00', used_usd: '0.00', left_usd: '10000.00' }
const ach = { rail: 'ach', fee_usd: '0.00', max_usd: '460.00', arrives_by: '2026-12-02' } as const
const instant = { rail: 'instant', fee_usd: '1.50', max_usd: '458.50', arrives_by: '2026-11-27' } as const
const options: WithdrawalOptions = {
  closed: null,
  identity: null,
  simulated: true,
  available_usd: '460.00',
  held_usd: '0.00',
  holds: [],
  rails: [ach, instant, { ...ach, rail: 'unfamiliar' }],
  min_usd: '1.00',
  day: limit,
  month: limit,
  needs_fresh_sign_in: false,
  cancel_seconds: 600,
  test_bank_accounts: [],
}
const usable: SavedBankAccount = {
  id: '1f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
  holder_name: 'Ada Lovelace',
  bank_name: null,
  last4: '6789',
  account_type: 'checking',
  rails: ['ach'],
  state: 'usable',
  usable_from: '2026-11-27T10:00:00Z',
  created_at: '2026-11-26T10:00:00Z',
}
const waiting: SavedBankAccount = { ...usable, id: 'waiting', rails: ['ach', 'instant'], state: 'waiting' }

describe('what a withdrawal is offered', () => {
  it('goes only where both the house and the account’s bank can, and by no way that is not known', () => {
    expect(railsFor(options, waiting).map(({ rail }) => rail)).toEqual(['ach', 'instant'])
    expect(railsFor(options, usable).map(({ rail }) => rail)).toEqual(['ach'])
    expect(railOf(options, usable, 'instant')).toBe(ach)
    expect(railOf(options, waiting, 'instant')).toBe(instant)
  })

  it('goes to the chosen account, else to one that can be used, else to one that says when it can', () => {
    expect(accountOf([waiting, usable], { accountId: null })).toBe(usable)
    expect(accountOf([waiting, usable], { accountId: 'waiting' })).toBe(waiting)
    expect(accountOf([waiting], { accountId: 'removed' })).toBe(waiting)
    expect(accountOf([], { accountId: null })).toBeUndefined()
  })

  it('names the rule that an amount breaks', () => {
    for (const right of ['1', '460', '$460.00']) expect(amountProblem(right, ach, options)).toBeNull()
    expect(amountProblem('', ach, options)).toMatch(/Enter an amount/)
    expect(amountProblem('1.234', ach, options)).toMatch(/Enter an amount/)
    expect(amountProblem('0.99', ach, options)).toMatch(/from \$1\.00 to \$10,000\.00/)
    expect(amountProblem('460.01', ach, options)).toBe('Your wallet has $460.00.')
    expect(amountProblem('460.01', ach, { ...options, held_usd: '40.00' })).toMatch(/the days are above/)
    expect(amountProblem('459', instant, options)).toMatch(/fee of \$1\.50, \$458\.50 can leave now/)
    const low = { ...ach, max_usd: '50.00' }
    const left = { ...limit, left_usd: '50.00' }
    expect(amountProblem('51', low, { ...options, day: left })).toMatch(/a day you have \$50\.00 left/)
    expect(amountProblem('51', low, { ...options, month: left })).toMatch(/a month you have \$50\.00 left/)
    expect(amountProblem('51', low, options)).toMatch(/your own daily limit/)
  })
})
