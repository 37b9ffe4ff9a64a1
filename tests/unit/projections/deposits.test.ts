import { describe, expect, it } from 'vitest'
import { depositEvents, type DepositEvent } from '../../../events/deposits/events.ts'
import { derivedId } from '../../../events/ids.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import { deposits, depositsProjection } from '../../../projections/deposits/projection.ts'
import { cents, deposited, memberNamed, recorded, timeOf, depositReversed } from '../../support/wallet-log.ts'

const ada = memberNamed('ada')
const depositId = derivedId('deposit', 'card')
const ids = { depositId, memberId: ada }
const initiated: DepositEvent = {
  type: 'DepositInitiated',
  data: {
    ...ids,
    method: 'card',
    amount: { currency: 'USD', minor: '10000' },
    fee: { currency: 'USD', minor: '320' },
    provider: 'sandbox',
  },
}
const succeeded: DepositEvent = { type: 'DepositSucceeded', data: { ...ids, reference: 'pi_1' } }

const stored = (events: readonly DepositEvent[], first = 1): RecordedEvent[] =>
  events.map((event, index) => ({
    id: depositEvents.idOf(event),
    ...event,
    metadata: { at: timeOf(index) },
    streamId: depositEvents.streamOf(event.data.depositId),
    revision: BigInt(index),
    position: BigInt(first + index),
    recordedAt: timeOf(index),
  }))

describe('deposits', () => {
  it('begin with the wish and follow what becomes of it, netted over a batch', () => {
    const { begun } = deposits.net(stored([initiated, succeeded]))
    expect(begun).toMatchObject([
      {
        id: depositId,
        method: 'card',
        minor: 10_000n,
        feeMinor: 320n,
        provider: 'sandbox',
        position: 1n,
        stage: 'succeeded',
        reference: 'pi_1',
        succeededPosition: 2n,
        credited: false,
      },
    ])
    expect(deposits.net(stored([succeeded], 9))).toMatchObject({
      begun: [],
      changed: [{ id: depositId, set: { stage: 'succeeded', succeededPosition: 9n } }],
    })
  })

  it('booked by a bank begin with their credit, and come back with their reversal', () => {
    const { begun } = deposits.net(
      recorded([deposited(ada, 'd', cents(100)), depositReversed(ada, 'd', cents(100))]),
    )
    expect(begun).toMatchObject([
      {
        method: 'bank',
        minor: 100n,
        provider: null,
        position: 1n,
        stage: 'returned',
        code: 'R01',
        credited: true,
        reversed: true,
      },
    ])
  })

  it('follow deposits and wallets and nothing else', () => {
    expect(depositsProjection.follows(depositEvents.streamOf(depositId))).toBe(true)
    expect(depositsProjection.follows(`wallet-${ada}`)).toBe(true)
    expect(depositsProjection.follows(`transferRequest-${depositId}`)).toBe(false)
  })
})
