import { describe, expect, it } from 'vitest'
import type { Activity } from '../../../../api/contract/wallet.ts'
import { offeredPayees } from '../../../../web/pages/wallet/send/payees.ts'

let made = 0
const activity = (kind: Activity['kind'], handle: string | null, minute: number): Activity => ({
  id: String((made += 1)),
  kind,
  currency: 'USD',
  amount: '-1.00',
  amount_minor: '-100',
  status: 'completed',
  counterparty: handle === null ? null : { name: handle.toUpperCase(), handle },
  message: null,
  transfer_id: null,
  occurred_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  position: '1',
})
const handles = (...given: Parameters<typeof offeredPayees>) =>
  offeredPayees(...given).map(({ handle, isFavourite }) => (isFavourite ? `*${handle}` : handle))

describe('whom Send offers', () => {
  it('is who was paid, the latest first and each once, however the lists were put together', () => {
    const paid = [
      activity('transfer_sent', 'grace', 1),
      activity('transfer_sent', 'alan', 3),
      activity('transfer_sent', 'grace', 5),
    ]
    expect(handles([], [...paid, ...paid])).toEqual(['grace', 'alan'])
  })

  it('is nobody who has paid the member only, no pool and no bill', () =>
    expect(
      handles(
        [],
        [
          activity('transfer_received', 'ada', 1),
          activity('transfer_returned', 'alan', 2),
          activity('bill_payment', null, 3),
        ],
      ),
    ).toEqual([]))

  it('begins with the favourites, which are not offered twice nor forgotten', () => {
    const recent = ['a', 'b', 'c', 'd', 'e', 'f'].map((handle, place) =>
      activity('transfer_sent', handle, 10 - place),
    )
    const favourites = [
      { name: 'Ada', handle: 'ada' },
      { name: 'B', handle: 'b' },
    ]
    expect(handles(favourites, recent)).toEqual(['*ada', '*b', 'a', 'c', 'd', 'e', 'f'])
    expect(handles([], recent)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
