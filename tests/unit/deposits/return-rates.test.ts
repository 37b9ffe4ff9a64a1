import { describe, expect, it } from 'vitest'
import { rateOf, returnKindOf } from '../../../api/deposits/return-rates.ts'

describe('what a returned debit counts for', () => {
  it.each([
    ['R01', 'all'],
    ['R02', 'administrative'],
    ['R03', 'administrative'],
    ['R04', 'administrative'],
    ['R05', 'unauthorized'],
    ['R07', 'unauthorized'],
    ['R08', 'all'],
    ['R09', 'all'],
    ['R10', 'unauthorized'],
    ['R11', 'unauthorized'],
    ['R20', 'all'],
    ['R29', 'unauthorized'],
    ['insufficient_funds', 'all'],
    ['bank_account_closed', 'administrative'],
    ['bank_account_invalid_details', 'administrative'],
    ['debit_not_authorized', 'unauthorized'],
    // No returns: refunds, disputes of cards, orders that never reached the network.
    ['refunded', null],
    ['fraudulent', null],
    ['debit_limit_exceeded', null],
    ['canceled', null],
    ['R1', null],
  ] as const)('%s: %s', (code, kind) => {
    expect(returnKindOf(code)).toBe(kind)
  })

  it('is a part of all debits, and nothing where there are none', () => {
    const returns = { unauthorized: 1, administrative: 6, all: 30 }
    expect(rateOf({ debits: 200, returns }, 'unauthorized')).toBe(0.005)
    expect(rateOf({ debits: 200, returns }, 'all')).toBe(0.15)
    expect(rateOf({ debits: 0, returns }, 'all')).toBe(0)
  })
})
