import type { UnsettledApproval } from '../../../../api/requests/settlement.ts'
import type { DatedFact } from '../../../../events/audit/dated-fact.ts'
import { fromAmountJson } from '../../../../events/money.ts'
import { isPassingReason } from '../../../../events/requests/transfer-request.ts'

interface KnownRequest {
  readonly request: UnsettledApproval['request']
  readonly expiresAt: string
  status: 'pending' | 'approved' | 'over'
  approval: Omit<UnsettledApproval, 'request'> | null
  approvedPosition: bigint | null
}

export const createRequestViews = () => {
  const requests = new Map<string, KnownRequest>()

  const standing = (id: string): KnownRequest => {
    const known = requests.get(id)
    if (!known) throw new Error(`Nobody made request ${id}`)
    return known
  }

  return {
    note: ({ event, at, position }: DatedFact): void => {
      // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the other facts are of other subjects
      switch (event.type) {
        case 'TransferRequested': {
          const { expiresAt, amount, ...request } = event.data
          requests.set(request.requestId, {
            request: { ...request, amount: fromAmountJson(amount) },
            expiresAt,
            status: 'pending',
            approval: null,
            approvedPosition: null,
          })
          return
        }
        case 'TransferRequestApproved': {
          const known = standing(event.data.requestId)
          known.status = 'approved'
          known.approvedPosition ??= position
          known.approval = { answerId: event.data.answerId, approvedAt: at, after: known.approvedPosition }
          return
        }
        case 'TransferRequestFailed':
          standing(event.data.requestId).status = isPassingReason(event.data.reason) ? 'pending' : 'over'
          return
        case 'TransferRequestFulfilled':
        case 'TransferRequestDeclined':
        case 'TransferRequestCancelled':
        case 'TransferRequestExpired':
          standing(event.data.requestId).status = 'over'
          return
        default:
      }
    },
    queries: {
      requests: () => [...requests.values()].map(({ request }) => ({ ...request, id: request.requestId })),
      unsettledRequests: (before: string) =>
        [...requests.values()].flatMap(({ status, approval, request }) =>
          status === 'approved' && approval && approval.approvedAt < before ? [{ ...approval, request }] : [],
        ),
      expiredRequests: (now: string) =>
        [...requests]
          .filter(([, { status, expiresAt }]) => status === 'pending' && expiresAt <= now)
          .map(([id]) => id),
    },
  }
}
