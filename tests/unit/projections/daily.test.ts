import { describe, expect, it } from 'vitest'
import { dayChanges } from '../../../projections/daily/changes.ts'
import { walletFacts } from '../../../projections/wallet-facts.ts'
import { cents, deposited, memberNamed, recorded, transferOf } from '../../support/wallet-log.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')

describe('sums of a day', () => {
  const { sent } = transferOf(ada, grace, 't', cents(30), 'words')

  it('adds up what a member receives and sends per day and currency', () => {
    const back = transferOf(grace, ada, 'u', cents(5))
    const tokens = transferOf(ada, grace, 'v', { currency: 'YUT', minor: '7' })
    const facts = walletFacts(recorded([sent, back.sent, back.received, tokens.sent]))
    expect(dayChanges(facts)).toMatchObject([
      { memberId: ada, account: 'USD', day: '2026-01-01', in: 5n, out: 30n, transferred: -25n },
      { memberId: grace, account: 'USD', day: '2026-01-01', transferred: -5n },
      { memberId: ada, account: 'YUT', day: '2026-01-01', transferred: -7n },
    ])
    const deposit = deposited(ada, 'd', cents(9))
    expect(dayChanges(walletFacts(recorded([deposit])))).toMatchObject([{ in: 9n, transferred: 0n }])
  })
})
