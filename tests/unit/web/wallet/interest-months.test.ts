import { describe, expect, it } from 'vitest'
import type { Activity } from '../../../../api/contract/wallet.ts'
import { foldedInterest } from '../../../../web/pages/wallet/interest-months.ts'

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

describe('daily interest in a list of activity', () => {
  const sent = row('2026-03-02', '-5.00', 'transfer_sent')
  const [third, second, first] = [
    row('2026-03-03', '0.10'),
    row('2026-03-02', '0.20'),
    row('2026-03-01', '0.03'),
  ]
  const february = row('2026-02-28', '0.07')
  const rows = [third, sent, second, first, february]

  it('is one line a month at the place of its newest, with the exact sum', () => {
    expect(foldedInterest(rows, false)).toEqual([
      { month: '2026-03', rows: [third, second, first], sum: '0.33', isWhole: true },
      sent,
      february,
    ])
  })

  it('says when days of the month may be missing, because older rows are not loaded', () => {
    const whole = (some: readonly Activity[]) =>
      foldedInterest(some, true).flatMap((one) => ('month' in one ? [one.isWhole] : []))
    expect(whole(rows)).toEqual([true])
    expect(whole([third, sent, second])).toEqual([false])
  })

  it('leaves alone what came once', () => expect(foldedInterest([sent, first], true)).toEqual([sent, first]))
})
