import { describe, expect, it } from 'vitest'
import { dayRuns } from '../../../projections/daily/changes.ts'
import { walletFacts } from '../../../projections/wallet-facts.ts'
import { cents, deposited, memberNamed, recorded, transferOf } from '../../support/wallet-log.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')

describe('sums of a day', () => {
  const { sent } = transferOf(ada, grace, 't', cents(30), 'words')

  it('adds up what a member receives and sends one after the other on a day in a currency', () => {
    const back = transferOf(grace, ada, 'u', cents(5))
    const tokens = transferOf(ada, grace, 'v', { currency: 'YUT', minor: '7' })
    const again = deposited(ada, 'd', cents(9))
    const runs = dayRuns(walletFacts(recorded([sent, back.sent, back.received, tokens.sent, again])))
    const on = { day: '2026-01-01' }
    expect(runs.get(ada)).toMatchObject([
      { ...on, account: 'USD', inMinor: 5n, outMinor: 30n, otherMinor: 0n, moves: 2n },
      { ...on, account: 'YUT', outMinor: 7n, otherMinor: 0n },
      { ...on, account: 'USD', inMinor: 9n, otherMinor: 9n, moves: 1n },
    ])
    expect(runs.get(grace)).toMatchObject([{ ...on, account: 'USD', outMinor: 5n, otherMinor: 0n }])
  })
})
