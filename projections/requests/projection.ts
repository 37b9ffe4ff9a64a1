import { happenedAt } from '../../events/happened-at.ts'
import { transferRequestEvents, type TransferRequestEvent } from '../../events/requests/events.ts'
import { RETURNED, isPassingReason, paymentIdOf } from '../../events/requests/transfer-request.ts'
import { foldTable } from '../fold-table.ts'
import type { Projection } from '../projection.ts'
import { transferRequest } from './table.ts'

const movedBy = (event: Exclude<TransferRequestEvent, { type: 'TransferRequested' }>, answeredAt: string) => {
  switch (event.type) {
    case 'TransferRequestApproved': {
      const { answerId, transferId } = event.data
      return { status: 'approved', answerId, answeredAt, transferId } as const
    }
    case 'TransferRequestFulfilled':
      return { status: 'completed', transferId: event.data.transferId } as const
    case 'TransferRequestFailed': {
      const { answerId, reason, requestId } = event.data
      if (isPassingReason(reason))
        return { status: 'pending', answerId: null, answeredAt: null, transferId: null } as const
      // Only a payment that was returned had been sent.
      const transferId = reason === RETURNED ? paymentIdOf(requestId) : null
      return { status: 'failed', answerId, answeredAt, transferId } as const
    }
    case 'TransferRequestDeclined':
    case 'TransferRequestCancelled': {
      const status = event.type === 'TransferRequestDeclined' ? 'declined' : 'cancelled'
      return { status, answerId: event.data.answerId, answeredAt, transferId: null } as const
    }
    case 'TransferRequestExpired':
      return { status: 'expired', answerId: null, answeredAt, transferId: null } as const
  }
}

export const requests = foldTable(transferRequest, {
  sets: ['status', 'answerId', 'answeredAt', 'transferId', 'position'],
  firsts: ['answeredAt', 'approvedPosition'],
  effects: (recorded) => {
    const event = transferRequestEvents.parse(recorded)
    const at = happenedAt(recorded)
    const { position } = recorded
    const id = event.data.requestId
    if (event.type === 'TransferRequested') {
      const { requesterId, payerId, amount, message, expiresAt } = event.data
      const minor = BigInt(amount.minor)
      const terms = { requesterId, payerId, currency: amount.currency, minor, message, expiresAt }
      const asked = { status: 'pending', requestedAt: at, requestedPosition: position, position } as const
      return [{ begins: { id, ...terms, ...asked } }]
    }
    const first = {
      // One that failed in one process was paid by another.
      ...(event.type === 'TransferRequestFulfilled' && { answeredAt: at }),
      ...(event.type === 'TransferRequestApproved' && { approvedPosition: position }),
    }
    return [{ id, set: { ...movedBy(event, at), position }, first }]
  },
})

/** Every transfer request with its status: table `transfer_request`. */
export const requestsProjection: Projection = {
  name: 'requests',
  version: 1,
  follows: transferRequestEvents.isStream,
  apply: requests.write,
}
