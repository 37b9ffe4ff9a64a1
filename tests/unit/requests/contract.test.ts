import { describe, expect, it } from 'vitest'
import { RequestTransferRequest } from '../../../api/contract/requests.ts'

const parsed = (body: unknown) => {
  const result = RequestTransferRequest.safeParse(body)
  return result.success ? result.data.amount : result.error.issues.map(({ message }) => message)
}
const RANGE = ['Amount must be between $1 and $5,000']
const NO_AMOUNT = ['Enter an amount in dollars, such as 12.34.']

describe('the amount of a transfer request', () => {
  it.each([
    [1, 100],
    [5_000, 500_000],
    ['5000.00', 500_000],
    [1.1, 110],
    [19.99, 1_999],
    [1.15, 115],
    [4_035.07, 403_507],
    ['0001', NO_AMOUNT],
    ['12.3', 1_230],
    [' 12.30 ', 1_230],
    [0.99, RANGE],
    [0, RANGE],
    [5_000.01, RANGE],
    ['5000.01', RANGE],
    [99_999_999_999, RANGE],
    [1.005, NO_AMOUNT],
    ['12.345', NO_AMOUNT],
    [-5, NO_AMOUNT],
    ['1e3', NO_AMOUNT],
    ['1,000', NO_AMOUNT],
    ['$5', NO_AMOUNT],
    ['', NO_AMOUNT],
    [null, NO_AMOUNT],
    [undefined, NO_AMOUNT],
    [true, NO_AMOUNT],
    [[5], NO_AMOUNT],
  ])('%j dollars', (amount, expected) => {
    expect(parsed({ from_user_identifier: '@ada', amount })).toEqual(expected)
  })

  it('is exact for every cent in range', () => {
    const wrong: unknown[] = []
    for (let cents = 100; cents <= 500_000; cents += 7)
      for (const amount of [cents / 100, (cents / 100).toFixed(2)])
        if (parsed({ from_user_identifier: '@ada', amount }) !== cents) wrong.push(amount)
    expect(wrong).toEqual([])
  })
})

describe('whom a transfer request is for', () => {
  it.each([undefined, null, '', '   ', 7])('%j is nobody', (from) => {
    expect(parsed({ from_user_identifier: from, amount: 5 })).toEqual([
      'Please specify who to request the transfer from',
    ])
  })
})
