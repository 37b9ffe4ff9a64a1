import { approve, refuse } from '../../../../api/requests/respond.ts'
import {
  createSettlement,
  type UnsettledApproval,
  startRequestSettlement,
  startRequestExpiry,
} from '../../../../api/requests/settlement.ts'
import { createTransferRequests } from '../../../../api/requests/transfer-requests.ts'
import { usd } from '../../../../events/money.ts'
import { answering, never, type Core, type Part } from '../core.ts'
import type { RequestIntent, RequestProcess } from './intents.ts'

export const startRequests = (core: Core): Part<RequestIntent, RequestProcess> => {
  const { store, clock, log, views, wallets, transfers, recorded } = core
  const requests = createTransferRequests({ store, clock })
  const settlement = createSettlement({ requests, transfers, clock, onUnsettled: () => {} })
  const area = {
    pool: answering(),
    clock,
    members: { find: never, byIds: async () => new Map() },
    messageKeys: { encrypt: never, decrypt: async () => null },
    wallets,
    unverifiedCents: () => Promise.resolve(null),
    waitFor: async () => true,
    requests,
    pendingLimits: { reserve: never, purge: never },
    blocks: { blockedBy: never },
    settlement,
  }
  return {
    take: async (intent) => {
      if (intent.do === 'request') {
        const { member: requesterId, payer: payerId, cents, key: idempotencyKey } = intent
        await requests.request({ idempotencyKey, requesterId, payerId, amount: usd(cents), message: null })
        return 'done'
      }
      const { requestId, member: memberId, key: idempotencyKey } = intent
      const answer = { requestId, memberId, idempotencyKey, provenAt: clock().toISOString() }
      const { body } =
        intent.do === 'approve' ? await approve(area, answer) : await refuse(area, intent.do, answer)
      return body.status
    },
    processes: {
      'settle requests': () =>
        startRequestSettlement({
          unfinished: async (before) => views().unsettledRequests(before.toISOString()),
          finish: recorded((approval: UnsettledApproval) =>
            settlement.settle({ ...approval, provenAt: clock().toISOString() }),
          ),
          clock,
          log,
        }),
      'expire requests': () =>
        startRequestExpiry({
          unfinished: async (before) => views().expiredRequests(before.toISOString()),
          finish: recorded((id: string) => requests.expire(id)),
          clock,
          log,
        }),
    },
  }
}
