import { describe, expect, it } from 'vitest'
import { dayChanges } from '../../../projections/daily/changes.ts'
import { transferChanges } from '../../../projections/transfers/changes.ts'
import { transfersProjection } from '../../../projections/transfers/projection.ts'
import { walletFacts } from '../../../projections/wallet-facts.ts'
import {
  cents,
  deposited,
  memberNamed,
  recorded,
  timeOf,
  transferOf,
  type WalletEntry,
} from '../../support/wallet-log.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')
const changesOf = (...entries: WalletEntry[]) => transferChanges(walletFacts(recorded(entries)))

describe('transfer changes', () => {
  const { transferId, sent, received, returned } = transferOf(ada, grace, 't', cents(30), 'words')

  it('begins a transfer', () => {
    expect(changesOf(sent)).toEqual({
      sent: [
        {
          id: transferId,
          senderId: ada,
          recipientId: grace,
          currency: 'USD',
          minor: 30n,
          message: { keyId: 'k', nonce: 'n', ciphertext: 'words' },
          sentAt: timeOf(0),
          sentPosition: 1n,
          end: null,
        },
      ],
      ended: [],
      payees: [{ senderId: ada, recipientId: grace, transfers: 1n }],
    })
  })

  it('writes a transfer that ends in the same batch once', () => {
    const { sent: transfers, ended } = changesOf(sent, received)
    expect(transfers[0]?.end).toEqual({ id: transferId, status: 'completed', at: timeOf(1), position: 2n })
    expect(ended).toEqual([])
  })

  it('ends a transfer of an earlier batch', () => {
    expect(changesOf(received).ended).toEqual([
      { id: transferId, status: 'completed', at: timeOf(0), position: 1n },
    ])
    expect(changesOf(returned)).toMatchObject({
      ended: [{ status: 'returned' }],
      payees: [{ senderId: ada, recipientId: grace, transfers: -1n }],
    })
    expect(changesOf(received).payees).toEqual([])
    expect(changesOf(sent, returned).payees).toEqual([])
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

  it('refuses a transfer that is sent or ends twice', () => {
    expect(() => changesOf(sent, sent)).toThrow(/sent twice/)
    expect(() => changesOf(sent, received, returned)).toThrow(/ends twice/)
    expect(() => changesOf(received, returned)).toThrow(/ends twice/)
  })

  it('takes the time by our clock before that of the store', () => {
    const [event] = recorded([sent])
    const without = event && { ...event, metadata: {}, recordedAt: '2026-02-02T00:00:00.000Z' }
    const changes = transferChanges(walletFacts(without ? [without] : []))
    expect(changes.sent[0]?.sentAt).toBe('2026-02-02T00:00:00.000Z')
  })

  it('touches nothing when no money moves between members', () => {
    const event = { memberId: ada, event: { type: 'WalletOpened', data: { memberId: ada } } } as const
    expect(transfersProjection.apply(recorded([event]))).toEqual([])
  })
})
