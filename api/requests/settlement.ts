import type { Clock } from '../../events/ids.ts'
import { Refusal } from '../../events/refusal.ts'
import { RETURNED, paymentIdOf } from '../../events/requests/transfer-request.ts'
import type { Transfers } from '../wallet/transfers.ts'
import { completing } from '../processes/completing.ts'
import type { KnownRequest, TransferRequests } from './transfer-requests.ts'

/** An approved request, with the ledger position (`after`) after which its payment is found. */
export interface Approval {
  readonly request: Pick<KnownRequest, 'requestId' | 'requesterId' | 'payerId' | 'amount' | 'message'>
  readonly answerId: string
  /** ISO time. */
  readonly approvedAt: string
  readonly after: bigint
  /** ISO time of the step-up that covers the approval; null without one. */
  readonly provenAt: string | null
}

/** An approval as the read model has it; what covers it is in its stream. */
export type UnsettledApproval = Omit<Approval, 'provenAt'>

export interface Settlement {
  /**
   * Pays an approved request and records it in the request's stream. Safe to repeat and to run concurrently: only one
   * transfer can ever pay a request.
   * @throws {Refusal} the payer's wallet refuses the transfer; without funds the request is pending again
   */
  settle(approval: Approval): Promise<{ readonly position: bigint }>
  /**
   * The same for the approver's own call. Leaves an approval that is too old, or that cannot be paid now because a
   * service is unavailable, to the settlement process.
   * @throws {Refusal} as `settle`
   */
  settleNow(approval: Approval): Promise<void>
}

/** How long the approver's call works on the payment alone, ms; then the settlement process takes over. */
export const APPROVER_ALONE_MS = 10_000
/** A slower approver's call gives up, well before the process starts. */
const GIVE_WAY_MS = 5_000

export const createSettlement = ({
  requests,
  transfers,
  clock,
  onUnsettled,
}: {
  readonly requests: Pick<TransferRequests, 'fulfil' | 'fail'>
  readonly transfers: Pick<Transfers, 'send'>
  readonly clock: Clock
  /** Called when the settlement process has to finish a payment. */
  readonly onUnsettled: (requestId: string, error: unknown) => void
}): Settlement => {
  const pay = async (
    { request, answerId, after, provenAt }: Approval,
    mayFail: () => boolean,
  ): Promise<{ position: bigint }> => {
    const { requestId, requesterId, payerId, amount, message } = request
    let outcome
    try {
      outcome = await transfers.send({
        idempotencyKey: requestId,
        payment: { transferId: paymentIdOf(requestId), after },
        from: payerId,
        to: requesterId,
        amount,
        message,
        provenAt,
        repeated: true,
      })
    } catch (error) {
      if (error instanceof Refusal && mayFail()) await requests.fail(requestId, answerId, error.code)
      throw error
    }
    switch (outcome.status) {
      case 'completed':
        return requests.fulfil(requestId)
      case 'returned':
        return requests.fail(requestId, answerId, RETURNED)
      case 'processing':
        return outcome
    }
  }

  const isYoung = ({ approvedAt }: Approval): boolean =>
    Math.abs(clock().getTime() - Date.parse(approvedAt)) < GIVE_WAY_MS

  return {
    settle: (approval) => pay(approval, () => true),
    settleNow: async (approval) => {
      if (!isYoung(approval)) return
      try {
        await pay(approval, () => isYoung(approval))
      } catch (error) {
        if (error instanceof Refusal) throw error
        onUnsettled(approval.request.requestId, error)
      }
    },
  }
}

/** Pays approved requests that the approver's call did not. Refused: the request is pending again, or has failed. */
export const startRequestSettlement = completing<UnsettledApproval>({
  name: 'request settlement',
  wokenBy: ['requests'],
  report: 'Settled transfer requests that had been left approved',
  everyMs: 1_000,
  graceMs: APPROVER_ALONE_MS,
  refusalIsOutcome: true,
})

/** Expires pending transfer requests (by id) after their expiry time. */
export const startRequestExpiry = completing<string>({
  name: 'request expiry',
  wokenBy: ['requests'],
  report: 'Expired transfer requests',
  everyMs: 1_000,
  graceMs: 0,
})
