import { requestOperations } from '../../../api/contract/requests.ts'
import { call } from '../../data/client.ts'
import { attempt, type FlowResult } from '../../flow/attempt.ts'
import type { Action, Answer, AnswerEvent } from './machine.ts'
import { t } from '../../texts/texts.ts'

/** Message when an action fails. */
const FAILED: Readonly<Record<Action, string>> = {
  approve: t('Failed to respond to transfer request'),
  decline: t('Failed to respond to transfer request'),
  cancel: t('Failed to cancel transfer request'),
}

const PAGE_SIZE = '100'

/** Sends the answer under its key; resolves with one event and never rejects. */
export const sendAnswer = (answer: Answer): Promise<FlowResult<AnswerEvent>> =>
  attempt(
    answer,
    async () => {
      const { request, action, key: idempotencyKey } = answer
      const params = { id: request.id }
      const { data, position } =
        action === 'cancel'
          ? await call(requestOperations.cancelTransferRequest, { params, idempotencyKey })
          : await call(requestOperations.respondToTransferRequest, {
              params,
              body: { action },
              idempotencyKey,
            })
      return { receipt: data, position }
    },
    FAILED[answer.action],
  )

/**
 * The request's outcome on the server; `unknown` while it is pending or not found; null when the server cannot be
 * reached or refuses. Reads all pages, from the newest to the oldest.
 */
export const findRequestOutcome = async (
  { request, action, key }: Answer,
  signal: AbortSignal,
): Promise<FlowResult<AnswerEvent> | 'unknown' | null> => {
  const side = action === 'cancel' ? 'outgoing' : 'incoming'
  let cursor: string | null = null
  try {
    do {
      const { data }: { data: Page } = await call(requestOperations.listTransferRequests, {
        query: { limit: PAGE_SIZE, ...(cursor === null ? {} : { [`${side}_cursor`]: cursor }) },
        signal,
      })
      const found = data[`${side}_requests`].find(({ id }) => id === request.id)
      if (found?.status === 'pending') return 'unknown'
      if (found !== undefined) return { event: { type: 'done', key, receipt: found } }
      cursor = data[`${side}_next_cursor`]
    } while (cursor !== null)
    return 'unknown'
  } catch {
    return null
  }
}

type Page = Awaited<ReturnType<typeof call<typeof requestOperations.listTransferRequests>>>['data']
