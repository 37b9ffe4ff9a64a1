import { describe, expect, it } from 'vitest'
import { DEPOSIT_RANGE } from '../../../../api/contract/deposits.ts'
import { amountProblem, amountText, cardCost, mayContinue } from '../../../../web/pages/deposits/amount.ts'

describe('the amount to add', () => {
  it('is from $1 to $5,000, with cents', () => {
    for (const right of ['1', '1.00', '5000', '$5,000.00', '12.3', ' 25 '])
      expect(amountProblem(right)).toBeNull()
    for (const wrong of ['0.99', '0.001', '5000.01', '0', '-5', '1,000,000'])
      expect(amountProblem(wrong)).toBe(DEPOSIT_RANGE)
    for (const wrong of ['', 'ten', '1.234', '1e3']) expect(amountProblem(wrong)).not.toBeNull()
  })

  it('lets nobody continue while it is empty or below 1', () => {
    for (const no of ['', ' ', '0', '0.99', '.5']) expect(mayContinue(no)).toBe(false)
    for (const yes of ['1', '1.', '$1', '5001', 'abc']) expect(mayContinue(yes)).toBe(true)
  })

  it('costs 2.9 % and 30 cents by card, exactly', () => {
    expect(cardCost('100')).toEqual({ amount: '$100.00', fee: '$3.20', total: '$103.20' })
    expect(cardCost('1')).toEqual({ amount: '$1.00', fee: '$0.33', total: '$1.33' })
    expect(cardCost('5000')).toEqual({ amount: '$5,000.00', fee: '$145.30', total: '$5,145.30' })
    expect(cardCost('')).toBeNull()
    expect(cardCost('5000.01')).toBeNull()
  })

  it('is written as dollars', () => {
    expect(amountText('1234.5')).toBe('$1,234.50')
    expect(amountText('x')).toBeNull()
  })
})
