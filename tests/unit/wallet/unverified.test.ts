import { describe, it } from 'vitest'
import { money, usd } from '../../../events/money.ts'
import { credited, given, opened, sendTransfer, sent } from '../../support/wallet-spec.ts'

describe('a member who is not verified', () => {
  const limited = (amount: ReturnType<typeof usd>, unverified: bigint | null = 100_00n) => ({
    ...sendTransfer(amount),
    unverified,
  })
  const rich = [opened, credited(usd(1_000_00))]

  it('sends up to the limit in a day', () => {
    given(...rich, sent(usd(60_00), 'before'))
      .when(limited(usd(40_00)))
      .makes(sent(usd(40_00)))
  })
  it('sends no cent above it, and is told what is left', () => {
    given(...rich, sent(usd(60_00), 'before'))
      .when(limited(usd(40_01)))
      .refuses('unverified_limit', /\$100\.00 may leave .* \$40\.00 of that is left/)
  })
  it('sends what others are worth within it too', () => {
    given(...rich, {
      type: 'YutGranted',
      data: { memberId: 'x', grantId: 'g', reason: 'demo', amount: { currency: 'YUT', minor: '2000000000' } },
    })
      .when(limited(money('YUT', 1_000_000_001n)))
      .refuses('unverified_limit')
  })
  it('is not limited once verified', () => {
    given(...rich)
      .when(limited(usd(200_00), null))
      .makes(sent(usd(200_00)))
  })
})
