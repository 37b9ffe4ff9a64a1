import { describe, expect, it } from 'vitest'
import { draftOf } from '../../../../web/pages/wallet/send/address.ts'
import { EMPTY_DRAFT } from '../../../../web/pages/wallet/send/machine.ts'

const draft = (query: string) => draftOf(new URLSearchParams(query))

describe('what an address says of a transfer', () => {
  it('fills in who, how much, in which currency and why', () =>
    expect(draft('send=@grace&amount=25&currency=YUT&message=Dinner')).toEqual({
      ...EMPTY_DRAFT,
      to: '@grace',
      amount: '25',
      currency: 'YUT',
      message: 'Dinner',
    }))

  it('opens the empty dialog where it says nothing, and takes the name from `to` as well', () => {
    expect(draft('send=1')).toEqual(EMPTY_DRAFT)
    expect(draft('send=1&to=@grace')).toEqual({ ...EMPTY_DRAFT, to: '@grace' })
  })

  it('leaves to the form what the form has to refuse, and takes no currency that it does not offer', () => {
    expect(draft('send=@grace&amount=-5e9&currency=EUR')).toMatchObject({ amount: '-5e9', currency: 'USD' })
    expect(draft(`send=@grace&message=${'x'.repeat(5_000)}`).message.length).toBeLessThan(1_000)
  })
})
