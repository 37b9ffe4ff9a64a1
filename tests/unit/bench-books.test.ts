import { describe, expect, it } from 'vitest'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents, type WalletEvent } from '../../events/wallet/events.ts'
import { readBooks } from '../bench/ours/books.ts'

const ADA = '018f0000-0000-7000-8000-00000000000a'
const GRACE = '018f0000-0000-7000-8000-00000000000b'
const TRANSFER = '018f0000-0000-7000-8000-0000000000f1'
const DEPOSIT = '018f0000-0000-7000-8000-0000000000d1'

const dollars = (minor: string) => ({ currency: 'USD' as const, minor })
const deposited: WalletEvent = {
  type: 'DepositCredited',
  data: { memberId: ADA, depositId: DEPOSIT, source: 'bank', amount: dollars('10000') },
}
const moved = { transferId: TRANSFER, from: ADA, to: GRACE, amount: dollars('2500'), message: null }
const sent: WalletEvent = { type: 'TransferSent', data: moved }
const received: WalletEvent = {
  type: 'TransferReceived',
  data: { ...moved, sentAt: '2025-01-01T00:00:00.000Z' },
}

const log = (...events: WalletEvent[]) => ({
  readAll: async function* (): AsyncIterable<RecordedEvent> {
    for (const [index, event] of events.entries()) {
      yield {
        id: TRANSFER,
        ...event,
        metadata: {},
        streamId: walletEvents.streamOf(event.type === 'TransferReceived' ? GRACE : ADA),
        revision: 0n,
        position: BigInt(index + 1),
        recordedAt: '2025-01-01T00:00:00.000Z',
      }
    }
  },
})

describe('the books that the benchmark checks', () => {
  it('owe what was deposited when every transfer has arrived', async () => {
    const books = await readBooks(log(deposited, sent, received))
    expect(books).toMatchObject({ owedMinor: 10_000n, inFlightMinor: 0n })
    expect(books.sent.get(TRANSFER)).toBe(1)
    expect(books.arrived.get(TRANSFER)).toBe(1)
  })

  it('show money that has left and not arrived', async () => {
    const books = await readBooks(log(deposited, sent))
    expect(books).toMatchObject({ owedMinor: 7_500n, inFlightMinor: 2_500n })
    expect(books.arrived.has(TRANSFER)).toBe(false)
  })

  it('show a transfer that was received twice', async () => {
    const books = await readBooks(log(deposited, sent, received, received))
    expect(books).toMatchObject({ owedMinor: 12_500n, inFlightMinor: -2_500n })
    expect(books.arrived.get(TRANSFER)).toBe(2)
  })
})
