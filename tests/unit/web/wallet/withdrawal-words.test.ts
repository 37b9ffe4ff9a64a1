import { describe, expect, it } from 'vitest'
import { type Withdrawal, WithdrawalState } from '../../../../api/contract/withdrawals.ts'
import { fallbackText, isBack, meaningOf, stateText } from '../../../../web/pages/wallet/withdraw/words.ts'

const withdrawal: Withdrawal = {
  withdrawal_id: '2f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
  state: 'sent',
  amount_usd: '25.00',
  fee_usd: '0.00',
  total_usd: '25.00',
  rail: 'ach',
  fell_back: false,
  bank_account: null,
  cancellable_until: null,
  arrives_by: '2026-12-02',
  reason: null,
  created_at: '2026-11-27T12:20:00Z',
  sent_at: '2026-11-27T12:31:00Z',
  updated_at: '2026-11-27T12:31:00Z',
  position: '4711',
}
const reason = { code: 'R03', message: 'The receiving bank sent it back: there is no such account (R03).' }
const said = (more: Partial<Withdrawal>): string => meaningOf({ ...withdrawal, ...more }).join(' ')

describe('the words for a withdrawal', () => {
  it('say that it has arrived in no state, only that it is presumed to have, and why', () => {
    for (const state of WithdrawalState.options) {
      expect(stateText({ state })).not.toBe('Arrived')
      expect(said({ state })).not.toMatch(/has arrived/)
    }
    expect(stateText({ state: 'arrived' })).toBe('Presumed arrived')
    expect(said({ state: 'arrived' })).toContain('Nothing came back by Dec 2, 2026')
    expect(said({ state: 'arrived', arrives_by: null })).toContain('Nothing came back by Nov 27, 2026')
    expect(said({ state: 'arrived', rail: 'instant' })).toContain('within minutes')
  })

  it('say until when it can be cancelled and when it is there', () => {
    expect(said({ state: 'preparing', cancellable_until: '2026-11-27T12:30:00Z' })).toMatch(
      /Until Nov 27, 2026.* you can cancel it\. It is there by Dec 2, 2026 at the latest\./,
    )
    expect(said({ state: 'preparing' })).not.toContain('cancel')
    expect(said({ state: 'sent' })).toBe('It is there by Dec 2, 2026 at the latest.')
    expect(said({ state: 'sent', rail: 'instant' })).toBe('It is there within minutes.')
  })

  it('say why it ended and where the money is', () => {
    for (const state of ['came_back', 'failed'] as const) {
      expect(said({ state, reason })).toBe(`${reason.message} The money is in your wallet again.`)
      expect(isBack({ state })).toBe(true)
    }
    expect(said({ state: 'cancelled' })).toBe('The money is in your wallet again.')
    for (const state of ['preparing', 'review', 'sent', 'arrived'] as const) {
      expect(said({ state, reason })).not.toContain('in your wallet again')
      expect(isBack({ state })).toBe(false)
    }
  })

  it('say why a person looks at it, and what became of an instant one that could not be', () => {
    expect(said({ state: 'review', reason })).toMatch(/^The receiving bank.*A person looks at it/)
    expect(fallbackText(withdrawal)).toBeNull()
    expect(fallbackText({ ...withdrawal, fell_back: true })).toContain('The fee is in your wallet again.')
  })

  it('call a state of a newer server what it calls it', () => {
    expect(stateText({ state: 'unfamiliar', label: 'Held by customs' })).toBe('Held by customs')
    expect(stateText({ state: 'unfamiliar' })).toBe('Unknown')
  })
})
