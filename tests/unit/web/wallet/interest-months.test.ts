import { describe, expect, it } from 'vitest'
import type { Activity } from '../../../../api/contract/wallet.ts'
import { interestMonthIn, withEachDay } from '../../../../web/pages/wallet/interest-months.ts'

const row = (at: string, amount: string, kind: Activity['kind'] = 'interest'): Activity => ({
  id: `${kind} ${at}`,
  kind,
  currency: 'USD',
  amount,
  amount_minor: null,
  status: 'completed',
  counterparty: null,
  message: null,
  transfer_id: null,
  occurred_at: `${at}T00:01:00.000Z`,
  position: '1',
})
const day = (at: string, amount: string) => ({
  id: `interest ${at}`,
  amount,
  amount_minor: '1',
  occurred_at: `${at}T00:01:00.000Z`,
  position: '1',
})

describe('a month of interest in a list of activity', () => {
  const month: Activity = {
    ...row('2026-03-03', '0.33'),
    days: [day('2026-03-03', '0.10'), day('2026-03-02', '0.23')],
  }
  const sent = row('2026-03-02', '-5.00', 'transfer_sent')

  it('is one row, which has its days', () => {
    expect(interestMonthIn(month)).toMatchObject({
      month: '2026-03',
      days: [{ amount: '0.10' }, { amount: '0.23' }],
    })
    expect(interestMonthIn(sent)).toBeNull()
    expect(interestMonthIn(row('2026-03-03', '0.10'))).toBeNull()
  })

  it('is a row for each day where single movements are looked for', () => {
    const each = withEachDay([month, sent])
    expect(each.map(({ amount }) => amount)).toEqual(['0.10', '0.23', '-5.00'])
    expect(each.map((one) => one.days)).toEqual([undefined, undefined, undefined])
  })
})
