import { expiredRequests, unsettledRequests } from '../../projections/requests/queries.ts'
import { owedNothing, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { unfinishedBacklog } from '../processes/backlog.ts'
import { createPendingLimits } from './pending-limits.ts'
import { registerRequests } from './routes.ts'
import {
  createSettlement,
  type UnsettledApproval,
  startRequestSettlement,
  startRequestExpiry,
} from './settlement.ts'
import { createTransferRequests, type TransferRequests } from './transfer-requests.ts'

/** Composes transfer requests: routes, settlement and expiry. */
export const composeRequests = (
  platform: Pick<
    Platform,
    'pool' | 'ledger' | 'clock' | 'log' | 'members' | 'blocks' | 'messageKeys' | 'waitFor'
  >,
): Area & { readonly requests: TransferRequests } => {
  const { pool, ledger, clock, log } = platform
  const requests = createTransferRequests({ store: ledger.store, clock })
  const pendingLimits = createPendingLimits(platform)
  const settlement = createSettlement({
    requests,
    transfers: ledger.transfers,
    clock,
    onUnsettled: (requestId, error) =>
      log.warn({ err: error, requestId }, 'A request is approved; the settlement process will pay it'),
  })

  const unfinished = async (before: Date, limit: number): Promise<readonly UnsettledApproval[]> => {
    const rows = await unsettledRequests(pool, before, limit)
    return rows.flatMap(({ id, answerId, answeredAt, approvedPosition, ...row }) =>
      answerId === null || answeredAt === null || approvedPosition === null
        ? []
        : [{ request: { ...row, requestId: id }, answerId, approvedAt: answeredAt, after: approvedPosition }],
    )
  }

  const expired = (before: Date, limit: number) => expiredRequests(pool, before, limit)

  return {
    ...owedNothing('open requests are declined or cancelled when the account is closed'),
    name: 'requests',
    backlogs: [
      unfinishedBacklog('approved requests', { unfinished, clock }),
      unfinishedBacklog('expired requests', { unfinished: expired, clock }),
    ],
    requests,
    register: (api) => registerRequests(api, { ...platform, ...ledger, requests, pendingLimits, settlement }),
    purges: [pendingLimits.purge],
    processes: () => [
      startRequestSettlement({
        unfinished,
        finish: async (approval) => {
          const { request } = await requests.load(approval.request.requestId)
          const provenAt = request.status === 'approved' ? request.provenAt : null
          return settlement.settle({ ...approval, provenAt })
        },
        clock,
        log,
      }),
      startRequestExpiry({
        unfinished: expired,
        finish: (requestId) => requests.expire(requestId),
        clock,
        log,
      }),
    ],
  }
}
