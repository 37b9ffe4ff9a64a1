import { describe, expect, it } from 'vitest'
import { dayChanges } from '../../../projections/daily/changes.ts'
import { payeeChanges, payeesProjection } from '../../../projections/payees/projection.ts'
import { walletFacts } from '../../../projections/wallet-facts.ts'
import {
  cents,
  deposited,
  memberNamed,
  recorded,
  transferOf,
  type WalletEntry,
} from '../../support/wallet-log.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')
const payeesOf = (...entries: WalletEntry[]) => payeeChanges(walletFacts(recorded(entries)))

describe('payees', () => {
  const { sent, received, returned } = transferOf(ada, grace, 't', cents(30), 'words')

  it('count transfers of a sender to a recipient, less those that came back', () => {
    const other = transferOf(grace, ada, 'u', cents(5))
    expect(payeesOf(sent, received, other.sent, transferOf(ada, grace, 'v', cents(1)).sent)).toEqual([
      { senderId: ada, recipientId: grace, transfers: 2n },
      { senderId: grace, recipientId: ada, transfers: 1n },
    ])
    expect(payeesOf(returned)).toEqual([{ senderId: ada, recipientId: grace, transfers: -1n }])
    expect(payeesOf(received)).toEqual([])
    expect(payeesOf(sent, returned)).toEqual([])
  })

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

  it('touches nothing when no money moves between members', () => {
    const event = { memberId: ada, event: { type: 'WalletOpened', data: { memberId: ada } } } as const
    expect(payeesProjection.apply(recorded([event]))).toEqual([])
  })
})
