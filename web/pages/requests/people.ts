import type { Person } from '../../../api/contract/person.ts'
import type { TransferRequest } from '../../../api/contract/requests.ts'

/** Who asks for the money. */
export const requesterOf = (request: TransferRequest): Person => ({
  name: request.requester_name,
  handle: request.requester_handle,
})
/** Who is asked to pay. */
export const payerOf = (request: TransferRequest): Person => ({
  name: request.sender_name,
  handle: request.sender_handle,
})
