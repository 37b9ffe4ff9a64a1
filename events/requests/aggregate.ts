import type { Aggregate } from '../store/aggregate.ts'
import { parseTransferRequestEvent, transferRequestEventId, type TransferRequestEvent } from './events.ts'
import { evolve, initialState, type TransferRequest } from './transfer-request.ts'

/** How a request's stream is read and folded. */
export const transferRequestAggregate: Aggregate<TransferRequest, TransferRequestEvent> = {
  initialState,
  evolve,
  parse: parseTransferRequestEvent,
  idOf: transferRequestEventId,
}
