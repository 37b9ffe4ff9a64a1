import * as z from 'zod/mini'
import { requestOperations, TransferRequest } from '../../../api/contract/requests.ts'
import { call } from '../../data/client.ts'
import { refreshRequests } from '../../data/requests.ts'
import { asAnswered, calling, flowCall } from '../../flow/attempt.ts'
import { bindingMachine, CLOSED } from '../../flow/machine.ts'
import { createFlow, type Flow, onePerMember } from '../../flow/create-flow.ts'
import { refreshMoney } from '../../flow/money.ts'
import { savedBinding } from '../../flow/saved.ts'
import { t } from '../../texts/texts.ts'

const Action = z.enum(['approve', 'decline', 'cancel'])
export type Action = z.infer<typeof Action>

const Answer = z.object({ request: TransferRequest, action: Action, key: z.uuid() })
/** One answer to a request, or its cancellation, with its idempotency key. */
export type Answer = Readonly<z.infer<typeof Answer>>

/** The receipt is the request in its new state. */
export type AnswerFlow = Flow<Answer, TransferRequest, never>

/** Pure transition function of the flow. */
export const transition = bindingMachine<Answer, TransferRequest, never, never>({
  beforeReview: () => CLOSED,
})

/** What survives a reload: the review, or the sent answer, whose outcome is then requested. */
export const saved = savedBinding({ version: 2, intent: Answer })

/** Message when an action fails. */
const FAILED: Readonly<Record<Action, string>> = {
  approve: t('Failed to respond to transfer request'),
  decline: t('Failed to respond to transfer request'),
  cancel: t('Failed to cancel transfer request'),
}

const calls = calling(
  ({ request, action }: Answer) => {
    const params = { id: request.id }
    return action === 'cancel'
      ? flowCall(requestOperations.cancelTransferRequest, { params }, asAnswered)
      : flowCall(requestOperations.respondToTransferRequest, { params, body: { action } }, asAnswered)
  },
  ({ action }) => FAILED[action],
)

type Page = Awaited<ReturnType<typeof call<typeof requestOperations.listTransferRequests>>>['data']

/**
 * How a request stands whose answer was not received: the other side may have ended it first. `unknown` while it is
 * open. Reads all pages, from the newest to the oldest.
 */
const standing = async (
  { request, action, key }: Answer,
  signal: AbortSignal,
): ReturnType<typeof calls.ask> => {
  const side = action === 'cancel' ? 'outgoing' : 'incoming'
  let cursor: string | null = null
  try {
    do {
      const { data }: { data: Page } = await call(requestOperations.listTransferRequests, {
        query: { limit: '100', ...(cursor === null ? {} : { [`${side}_cursor`]: cursor }) },
        signal,
      })
      const found = data[`${side}_requests`].find(({ id }) => id === request.id)
      if (found && found.status !== 'pending') return { event: { type: 'done', key, receipt: found } }
      cursor = found ? null : data[`${side}_next_cursor`]
    } while (cursor !== null)
    return 'unknown'
  } catch {
    return null
  }
}

/** The signed-in member's flow. */
export const answerFlowOf = onePerMember((member): AnswerFlow =>
  createFlow<Answer, TransferRequest, never>({
    member,
    name: 'answer',
    kind: 'answer',
    transition,
    saved,
    // The request is on the page, and answering it begins with one touch.
    offered: () => null,
    perform: calls.perform,
    ask: async (answer, signal) => {
      const known = await calls.ask(answer, signal)
      return known === 'unknown' ? standing(answer, signal) : known
    },
    // Not remembered on this device: the lists of requests show the status.
    isRecorded: () => false,
    refresh: (position) => {
      refreshMoney(position)
      refreshRequests()
    },
  }),
)
