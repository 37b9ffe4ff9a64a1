import { Refusal } from '../../events/refusal.ts'
import { paymentIdOf } from '../../events/requests/transfer-request.ts'
import type { TransferRequest } from '../contract/requests.ts'
import { reply, type Reply } from '../http/reply.ts'
import type { RequestArea } from './context.ts'
import { answerIdOf, type Answer } from './transfer-requests.ts'
import { requestView } from './views.ts'

/** The request's current state, with its ledger position. */
const currentRequest = async (area: RequestArea, requestId: string): Promise<Reply<TransferRequest>> => {
  const { request, position } = await area.requests.load(requestId)
  return reply(await requestView(area, request), { position })
}

/** Declines or cancels a request. */
export const refuse = async (
  area: RequestArea,
  type: 'decline' | 'cancel',
  answer: Answer,
): Promise<Reply<TransferRequest>> => {
  await area.requests.answer(type, answer)
  return currentRequest(area, answer.requestId)
}

/**
 * Approves a request and pays it. The funds are checked first, so that without them the member is refused and the
 * request stays pending. Then the approval is appended; from then on this call or the settlement process makes the
 * payment.
 */
export const approve = async (area: RequestArea, answer: Answer): Promise<Reply<TransferRequest>> => {
  const { requests, settlement, wallets, unverifiedCents, clock } = area
  const { requestId, provenAt } = answer
  const reviewed = await requests.reviewApproval(answer)
  if (reviewed !== 'given') {
    const { payerId, requesterId, amount, message } = reviewed
    const transferId = paymentIdOf(requestId)
    const unverified = await unverifiedCents(payerId)
    await wallets.wouldAllow(
      payerId,
      { type: 'sendTransfer', transferId, to: requesterId, amount, message, provenAt, unverified },
      clock().toISOString(),
    )
  }
  await requests.answer('approve', answer)
  const { request, approvedPosition } = await requests.load(requestId)
  const answerId = answerIdOf(answer)
  if (request.status === 'approved' && request.answerId === answerId && approvedPosition !== null) {
    const { answeredAt: approvedAt, provenAt: kept } = request
    const after = approvedPosition
    // Below level 2 the fact does not keep it.
    await settlement.settleNow({ request, answerId, approvedAt, after, provenAt: kept ?? provenAt })
  }
  const answered = await currentRequest(area, requestId)
  const { status } = answered.body
  if (status === 'pending')
    throw new Refusal(
      'insufficient_funds',
      'Your balance or your daily limit does not allow it now. The request is still open.',
    )
  if (status === 'failed')
    throw new Refusal('wallet_closed', 'The payment could not be made, because a wallet is closed.')
  return answered
}
