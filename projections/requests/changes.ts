import { happenedAt } from '../../events/happened-at.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { transferRequestEvents, type TransferRequestEvent } from '../../events/requests/events.ts'
import { RETURNED, isPassingReason, paymentIdOf } from '../../events/requests/transfer-request.ts'
import type { RowOf } from '../table.ts'
import type { transferRequest } from './table.ts'

type RequestRow = RowOf<typeof transferRequest.columns>

/** A request's state as far as a batch says, by the attempt to answer that counts. */
type RequestState = Pick<
  RequestRow,
  'status' | 'answerId' | 'answeredAt' | 'transferId' | 'approvedPosition' | 'position'
>

interface Moved extends RequestState {
  /** Keep the stored answer and its time: this change only says how the answer ended. */
  readonly keepsAnswer: boolean
}

interface RequestChanges {
  readonly requested: readonly RequestRow[]
  /** Requests of earlier batches, with their new state. */
  readonly moved: readonly (Moved & { readonly id: string })[]
}

type Move = Exclude<TransferRequestEvent, { readonly type: 'TransferRequested' }>

const move = (event: Move, at: string, position: bigint, before: RequestState | undefined): Moved => {
  const approvedPosition = before?.approvedPosition ?? null
  const base = { approvedPosition, position, keepsAnswer: false }
  switch (event.type) {
    case 'TransferRequestApproved': {
      const { answerId, transferId } = event.data
      return {
        ...base,
        status: 'approved',
        answerId,
        answeredAt: at,
        transferId,
        approvedPosition: approvedPosition ?? position,
      }
    }
    case 'TransferRequestFulfilled':
      return {
        ...base,
        status: 'completed',
        answerId: before?.answerId ?? null,
        answeredAt: before?.answeredAt ?? at,
        transferId: event.data.transferId,
        keepsAnswer: before === undefined,
      }
    case 'TransferRequestFailed': {
      const { answerId, reason } = event.data
      if (isPassingReason(reason))
        return { ...base, status: 'pending', answerId: null, answeredAt: null, transferId: null }
      // Only a payment that was returned had been sent.
      const transferId = reason === RETURNED ? paymentIdOf(event.data.requestId) : null
      return { ...base, status: 'failed', answerId, answeredAt: at, transferId }
    }
    case 'TransferRequestDeclined':
    case 'TransferRequestCancelled': {
      const status = event.type === 'TransferRequestDeclined' ? 'declined' : 'cancelled'
      return { ...base, status, answerId: event.data.answerId, answeredAt: at, transferId: null }
    }
    case 'TransferRequestExpired':
      return { ...base, status: 'expired', answerId: null, answeredAt: at, transferId: null }
  }
}

/** Nets a batch: each request is written once, in its final state. */
export const requestChanges = (batch: readonly RecordedEvent[]): RequestChanges => {
  const requested = new Map<string, RequestRow>()
  const moved = new Map<string, Moved>()
  for (const recorded of batch) {
    const event = transferRequestEvents.parse(recorded)
    const at = happenedAt(recorded)
    const { position } = recorded
    const id = event.data.requestId
    if (event.type === 'TransferRequested') {
      const { requesterId, payerId, amount, message, expiresAt } = event.data
      if (requested.has(id)) throw new Error(`Transfer request ${id} is made twice`)
      requested.set(id, {
        id,
        requesterId,
        payerId,
        currency: amount.currency,
        minor: BigInt(amount.minor),
        message,
        requestedAt: at,
        expiresAt,
        requestedPosition: position,
        status: 'pending',
        answerId: null,
        answeredAt: null,
        transferId: null,
        approvedPosition: null,
        position,
      })
      continue
    }
    const made = requested.get(id)
    const { keepsAnswer, ...state } = move(event, at, position, made ?? moved.get(id))
    if (made) requested.set(id, { ...made, ...state })
    else moved.set(id, { ...state, keepsAnswer })
  }
  return {
    requested: [...requested.values()],
    moved: Array.from(moved, ([id, state]) => ({ id, ...state })),
  }
}
