import type { Clock } from '../../events/ids.ts'
import { Refusal } from '../../events/refusal.ts'
import { CAME_BACK, paymentIdOf } from '../../events/requests/transfer-request.ts'
import type { Transfers } from '../wallet/transfers.ts'
import type { KnownRequest, TransferRequests } from './transfer-requests.ts'

/** An approved request, and where in the ledger its payment can stand at the earliest. */
export interface Approval {
  readonly request: Pick<KnownRequest, 'requestId' | 'requesterId' | 'payerId' | 'amount' | 'message'>
  readonly answerId: string
  /** ISO time. */
  readonly approvedAt: string
  readonly after: bigint
}

export interface Settlement {
  /**
   * Pays an approved request and says so in its stream. Safe to repeat any number of times, at the same time
   * too: there is one transfer that can ever pay a request.
   * @throws {Refusal} the payer's wallet would not send it; without funds the request is pending again
   */
  settle(approval: Approval): Promise<{ readonly position: bigint }>
  /**
   * The same for whoever approved just now. Leaves an approval that has grown old, or that cannot be paid
   * now because something is out of reach, to the process.
   * @throws {Refusal} as `settle`
   */
  settleNow(approval: Approval): Promise<void>
}

/** For so long the one who approved works on the payment alone, ms; then the settlement process does. */
export const APPROVER_ALONE_MS = 10_000
/** An approver who is slower than this gives way, well before the process begins. */
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
  /** Called when the process has to finish a payment. */
  readonly onUnsettled: (requestId: string, error: unknown) => void
}): Settlement => {
  const pay = async (
    { request, answerId, after }: Approval,
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
        return requests.fail(requestId, answerId, CAME_BACK)
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
