import { describe, expect, it } from 'vitest'
import { activityChanges, sentIdOf } from '../../../projections/activity/changes.ts'
import { interestChanges } from '../../../projections/wallet/interest-changes.ts'
import { walletFacts } from '../../../projections/wallet-facts.ts'
import {
  cents,
  deposited,
  depositReversed,
  memberNamed,
  recorded,
  timeOf,
  transferOf,
  walletOpened,
  type WalletEntry,
} from '../../support/wallet-log.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')
const changesOf = (...entries: WalletEntry[]) => activityChanges(walletFacts(recorded(entries)))
const linesOf = (...entries: WalletEntry[]) =>
  changesOf(...entries).lines.map(({ memberId, kind, minor, status }) => [memberId, kind, minor, status])

describe('activity', () => {
  const { transferId, sent, received, returned } = transferOf(ada, grace, 't', cents(30), 'words')

  it('shows a transfer on its way to its sender only', () => {
    expect(changesOf(sent).lines).toEqual([
      {
        memberId: ada,
        position: 1n,
        id: expect.any(String),
        kind: 'transfer_sent',
        currency: 'USD',
        minor: -30n,
        status: 'processing',
        transferId,
        counterpartyId: grace,
        message: { keyId: 'k', nonce: 'n', ciphertext: 'words' },
        occurredAt: timeOf(0),
        endedPosition: null,
      },
    ])
  })

  it('completes it when it is received, and shows it to the recipient', () => {
    expect(linesOf(sent, received)).toEqual([
      [ada, 'transfer_sent', -30n, 'completed'],
      [grace, 'transfer_received', 30n, 'completed'],
    ])
    expect(changesOf(received)).toMatchObject({
      lines: [{ memberId: grace, counterpartyId: ada, message: { ciphertext: 'words' } }],
      endedTransfers: [{ sentId: sentIdOf(transferId), status: 'completed', endedPosition: 1n }],
    })
  })

  it('says where a transfer ended, and refuses one that is sent or ends twice', () => {
    expect(changesOf(sent, received).lines).toMatchObject([{ endedPosition: 2n }, { endedPosition: null }])
    expect(() => changesOf(sent, sent)).toThrow(/sent twice/)
    expect(() => changesOf(sent, received, returned)).toThrow(/ends twice/)
    expect(() => changesOf(received, returned)).toThrow(/ends twice/)
  })

  it('takes the time by our clock before that of the store', () => {
    const [event] = recorded([sent])
    const without = event && { ...event, metadata: {}, recordedAt: '2026-02-02T00:00:00.000Z' }
    const { lines } = activityChanges(walletFacts(without ? [without] : []))
    expect(lines[0]?.occurredAt).toBe('2026-02-02T00:00:00.000Z')
  })

  it('shows money that came back as a line of its own', () => {
    expect(linesOf(sent, returned)).toEqual([
      [ada, 'transfer_sent', -30n, 'returned'],
      [ada, 'transfer_returned', 30n, 'completed'],
    ])
    expect(changesOf(returned).endedTransfers).toEqual([
      { sentId: sentIdOf(transferId), status: 'returned', endedPosition: 1n },
    ])
  })

  it('keeps credited deposits, and takes a reversed one back', () => {
    const credited = deposited(ada, 'd', cents(100))
    const reversed = depositReversed(ada, 'd', cents(100))
    expect(changesOf(credited)).toMatchObject({
      lines: [{ kind: 'deposit', minor: 100n, status: 'completed' }],
    })
    expect(changesOf(credited, reversed)).toMatchObject({
      lines: [
        { kind: 'deposit', status: 'returned' },
        { kind: 'deposit_reversed', minor: -100n },
      ],
      reversedDeposits: [],
    })
    expect(changesOf(reversed).reversedDeposits).toHaveLength(1)
    expect(() => changesOf(credited, reversed, reversed)).toThrow(/reversed twice/)
  })

  it('shows a deposit of which only the fee was taken back as nothing less, and as one that touched the dollars', () => {
    const { event } = depositReversed(ada, 'd', cents(0))
    if (event.type !== 'DepositReversed') throw new Error('it is none')
    const data = { ...event.data, takeId: event.data.depositId, fee: cents(30) }
    const taken: WalletEntry = { memberId: ada, event: { type: 'DepositTakenBack', data } }
    expect(changesOf(taken).lines).toMatchObject([{ kind: 'deposit_reversed', currency: 'USD', minor: 0n }])
    expect(interestChanges(walletFacts(recorded([taken]))).get(ada)).toMatchObject({ minor: 0n })
  })

  it('shows what moves no money without an amount', () => {
    expect(linesOf(walletOpened(ada))).toEqual([[ada, 'wallet_opened', null, 'completed']])
  })
})
