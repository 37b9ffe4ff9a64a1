import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { expiredRequests, unsettledRequests } from '../../projections/requests/queries.ts'
import type { ApiRouter } from '../http/operation.ts'
import type { Logger } from '../http/logger.ts'
import type { Ledger } from '../ledger.ts'
import type { Recurring } from '../processes/recurring.ts'
import { startRequestExpiry } from './request-expiry.ts'
import { startRequestSettlement } from './request-settlement.ts'
import type { WalletArea } from '../wallet/context.ts'
import { registerRequests } from './routes.ts'
import { createSettlement, type Approval } from './settlement.ts'
import { createTransferRequests } from './transfer-requests.ts'

export interface RequestsParts {
  readonly pool: Pool
  readonly ledger: Pick<Ledger, 'store' | 'wallets' | 'transfers'>
  readonly clock: Clock
  readonly log: Logger
}

/** Transfer requests as one thing: their calls, and the processes behind them. */
export interface RequestsPart {
  readonly register: (
    api: ApiRouter,
    area: Pick<WalletArea, 'idempotency' | 'members' | 'messageKeys' | 'waitFor'>,
  ) => void
  /** Settlement and expiry. */
  readonly startProcesses: () => readonly Recurring[]
}

export const composeRequests = ({ pool, ledger, clock, log }: RequestsParts): RequestsPart => {
  const requests = createTransferRequests({ store: ledger.store, clock })
  const settlement = createSettlement({
    requests,
    transfers: ledger.transfers,
    clock,
    onUnsettled: (requestId, error) =>
      log.warn({ err: error, requestId }, 'A request is approved; the settlement process will pay it'),
  })

  const unsettled = async (olderThanMs: number, limit: number): Promise<readonly Approval[]> => {
    const rows = await unsettledRequests(pool, new Date(clock().getTime() - olderThanMs), limit)
    return rows.flatMap(({ id, answerId, answeredAt, approvedPosition, ...row }) =>
      answerId === null || answeredAt === null || approvedPosition === null
        ? []
        : [{ request: { ...row, requestId: id }, answerId, approvedAt: answeredAt, after: approvedPosition }],
    )
  }

  return {
    register: (api, area) =>
      registerRequests(api, { ...area, pool, clock, wallets: ledger.wallets, requests, settlement }),
    startProcesses: () => [
      startRequestSettlement({ unsettled, settlement, log }),
      startRequestExpiry({
        expired: (limit) => expiredRequests(pool, clock(), limit),
        expire: (requestId) => requests.expire(requestId),
        log,
      }),
    ],
  }
}
