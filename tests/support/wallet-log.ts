import { derivedId } from '../../events/ids.ts'
import type { AmountJson } from '../../events/money.ts'
import type { EventStore, NewEvent, RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents, type WalletEvent } from '../../events/wallet/events.ts'

/** A wallet's fact and the member whose stream has it. */
export interface WalletEntry {
  readonly memberId: string
  readonly event: WalletEvent
}

export const memberNamed = (name: string): string => derivedId('member', name)
export const cents = (minor: number) => ({ currency: 'USD', minor: String(minor) }) as const

export const walletOpened = (memberId: string): WalletEntry => ({
  memberId,
  event: { type: 'WalletOpened', data: { memberId } },
})
export const deposited = (memberId: string, name: string, amount: AmountJson): WalletEntry => ({
  memberId,
  event: {
    type: 'DepositCredited',
    data: { memberId, depositId: derivedId('deposit', name), source: 'bank', amount },
  },
})
export const depositReversed = (memberId: string, name: string, amount: AmountJson): WalletEntry => ({
  memberId,
  event: {
    type: 'DepositReversed',
    data: { memberId, depositId: derivedId('deposit', name), source: 'bank', amount, reason: 'R01' },
  },
})

/** The facts of a transfer: sent, received, and returned for when it cannot be received. */
export const transferOf = (from: string, to: string, name: string, amount: AmountJson, words?: string) => {
  const transferId = derivedId('transfer', name)
  const message = words === undefined ? null : { keyId: 'k', nonce: 'n', ciphertext: words }
  const transfer = { transferId, from, to, amount }
  const sent: WalletEntry = {
    memberId: from,
    event: { type: 'TransferSent', data: { ...transfer, message } },
  }
  const received: WalletEntry = {
    memberId: to,
    event: { type: 'TransferReceived', data: { ...transfer, message, sentAt: timeOf(0) } },
  }
  const returned: WalletEntry = {
    memberId: from,
    event: { type: 'TransferReturned', data: { ...transfer, reason: 'closed' } },
  }
  return { transferId, sent, received, returned }
}

/** The time of the n-th fact of a log: one a minute from 2026-01-01. */
export const timeOf = (index: number): string => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()

const newEvent = ({ event }: WalletEntry, index: number): NewEvent => ({
  id: walletEvents.idOf(event),
  type: event.type,
  data: event.data,
  metadata: { schemaVersion: 1, actor: 'system', at: timeOf(index) },
})

/** The entries as a store with dense positions would return them. */
export const recorded = (entries: readonly WalletEntry[], firstPosition = 1n): RecordedEvent[] => {
  const revisions = new Map<string, bigint>()
  return entries.map((entry, index) => {
    const streamId = walletEvents.streamOf(entry.memberId)
    const revision = (revisions.get(streamId) ?? -1n) + 1n
    revisions.set(streamId, revision)
    return {
      ...newEvent(entry, index),
      streamId,
      revision,
      position: firstPosition + BigInt(index),
      recordedAt: timeOf(index),
    }
  })
}

/** Appends entries to a store, in order, and tracks every stream's revision. */
export const walletWriter = (store: EventStore) => {
  const revisions = new Map<string, bigint>()
  let index = 0

  /** Also appends events of unknown types. Returns the position. */
  const appendRaw = async (streamId: string, events: readonly NewEvent[]): Promise<bigint> => {
    const appended = await store.append(streamId, revisions.get(streamId) ?? 'no_stream', events)
    revisions.set(streamId, appended.revision)
    return appended.position
  }

  /** Returns the position of the last one. Entries that follow each other in one stream are one append. */
  const append = async (...entries: readonly WalletEntry[]): Promise<bigint> => {
    let position = 0n
    let run: WalletEntry[] = []
    const flush = async () => {
      const [first] = run
      if (!first) return
      position = await appendRaw(
        walletEvents.streamOf(first.memberId),
        run.map((entry) => {
          const event = newEvent(entry, index++)
          return { ...event, metadata: { ...store.ambient?.(), ...event.metadata } }
        }),
      )
      run = []
    }
    for (const entry of entries) {
      if (run[0] && (run[0].memberId !== entry.memberId || run.length === 500)) await flush()
      run.push(entry)
    }
    await flush()
    return position
  }
  return { append, appendRaw }
}
