import { usd } from '../../events/money.ts'
import { operations } from '../contract/operations.ts'
import type { ResponseOf } from '../contract/operation.ts'
import type { Person } from '../contract/person.ts'
import { memberNotFound } from '../identity/look-ups.ts'
import { registerCommand, registerOperation, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import { registerRead } from '../http/reading.ts'
import type { RequestArea } from './context.ts'
import { approve, refuse } from './respond.ts'
import { requestIdOf, type KnownRequest } from './transfer-requests.ts'
import { namesOf } from '../identity/people.ts'
import { requestsView, requestView } from './views.ts'

const registerReads = (api: ApiRouter, area: RequestArea): void => {
  registerRead(api, area, operations.listTransferRequests, ['requests'], ({ member, query }) =>
    requestsView(area, member.id, query),
  )
  registerOperation(api, operations.getTransferRequestByKey, async ({ member, params }) => {
    // Read from the ledger: depending on this response the member may send the request again.
    const { request } = await area.requests.load(requestIdOf(member.id, params.key))
    return requestView(area, request)
  })
}

type Made = ResponseOf<typeof operations.requestTransfer>

const madeOf = ({ requestId, status, expiresAt }: KnownRequest, { name, handle }: Person): Made => ({
  request_id: requestId,
  status,
  expires_at: expiresAt,
  payer: { name, handle },
})

const registerRequest = (api: ApiRouter, area: RequestArea): void =>
  registerCommand(
    api,
    operations.requestTransfer,
    async ({ body, attempt }) => {
      const { memberId: requesterId, idempotencyKey } = attempt
      // Limited because a request is free and its response reveals who is a member.
      await api.limits.lookup(requesterId)
      const payer = await area.members.find(body.from_user_identifier, requesterId)
      if (!payer) throw memberNotFound('payer_not_found', 'from_user_identifier')
      await area.pendingLimits.reserve({
        requestId: requestIdOf(requesterId, idempotencyKey),
        requesterId,
        payerId: payer.id,
      })
      const words = (body.message ?? body.description)?.trim() ?? ''
      const { request, position } = await area.requests.request({
        idempotencyKey,
        requesterId,
        payerId: payer.id,
        amount: usd(body.amount),
        message: words === '' ? null : await area.messageKeys.encrypt(requesterId, words),
      })
      return reply(madeOf(request, payer), { position })
    },
    {
      recall: async (memberId, key) => {
        const { request } = await area.requests.load(requestIdOf(memberId, key))
        return madeOf(request, (await namesOf(area.members, [request.payerId]))(request.payerId))
      },
    },
  )

const registerAnswers = (api: ApiRouter, area: RequestArea): void => {
  registerCommand(api, operations.respondToTransferRequest, ({ ctx, attempt, params, body }) => {
    const answer = { ...attempt, requestId: params.id, provenAt: api.freshSignIn.freshAt(ctx) }
    return body.action === 'approve' ? approve(area, answer) : refuse(area, 'decline', answer)
  })
  registerCommand(api, operations.cancelTransferRequest, ({ attempt, params }) =>
    refuse(area, 'cancel', { ...attempt, requestId: params.id, provenAt: null }),
  )
}

/** Registers the routes of transfer requests. */
export const registerRequests = (api: ApiRouter, area: RequestArea): void => {
  registerReads(api, area)
  registerRequest(api, area)
  registerAnswers(api, area)
}
