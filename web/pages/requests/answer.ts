import { requestOperations } from '../../../api/contract/requests.ts'
import { call } from '../../data/client.ts'
import { attempt, type Told } from '../../flow/attempt.ts'
import type { Action, Answer, AnswerEvent } from './machine.ts'
import { t } from '../../texts/texts.ts'

/** What is said of each thing that failed. */
const FAILED: Readonly<Record<Action, string>> = {
  approve: t('Failed to respond to transfer request'),
  decline: t('Failed to respond to transfer request'),
  cancel: t('Failed to cancel transfer request'),
}

const PAGE_SIZE = '100'

/** Gives the answer under its key; the outcome is one event, never a rejection. */
export const give = (answer: Answer): Promise<Told<AnswerEvent>> =>
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
 * How the request stands on the server; `unknown` while it is unanswered there; null when it can't be
 * asked. Pages go from the newest to the oldest, so an answer is found unless the request is gone.
 */
export const askHowItStands = async (
  { request, action, key }: Answer,
  signal: AbortSignal,
): Promise<Told<AnswerEvent> | 'unknown' | null> => {
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
