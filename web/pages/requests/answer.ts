import { operations } from '../../../api/contract/operations.ts'
import type { TransferRequest } from '../../../api/contract/requests.ts'
import { call } from '../../data/client.ts'
import { ApiError, sentenceOf } from '../../data/errors.ts'
import { fateOf } from '../../flow/fate.ts'
import type { Action, Answer, AnswerEvent } from './machine.ts'

/** The catalogue of the specification; taking back is not in it. */
export const FAILED: Readonly<Record<Action, string>> = {
  approve: 'Failed to respond to transfer request',
  decline: 'Failed to respond to transfer request',
  cancel: 'Failed to cancel transfer request',
}

const PAGE_SIZE = '100'

/** Gives the answer under its key; the outcome is one event, never a rejection. */
export const give = async ({
  request,
  action,
  key,
}: Answer): Promise<{ event: AnswerEvent; position?: string | undefined }> => {
  const params = { id: request.id }
  try {
    const { data, position } =
      action === 'cancel'
        ? await call(operations.cancelTransferRequest, { params, idempotencyKey: key })
        : await call(operations.respondToTransferRequest, { params, body: { action }, idempotencyKey: key })
    return { event: { type: 'arrived', key, request: data }, position }
  } catch (error) {
    const fate = fateOf(error)
    if (fate === 'lost') return { event: { type: 'lost', key } }
    if (fate === 'not_sent')
      return { event: { type: 'not_sent', key, message: sentenceOf(error, FAILED[action]) } }
    return { event: { type: 'refused', key, reason: error instanceof ApiError ? error.message : null } }
  }
}

/**
 * How the request stands on the server; `unknown` while it is unanswered there; null when it can't be
 * asked. Pages go from the newest to the oldest, so an answer is found unless the request is gone.
 */
export const askHowItStands = async (
  { request, action }: Answer,
  signal: AbortSignal,
): Promise<TransferRequest | 'unknown' | null> => {
  const side = action === 'cancel' ? 'outgoing' : 'incoming'
  let cursor: string | null = null
  try {
    do {
      const { data }: { data: Page } = await call(operations.listTransferRequests, {
        query: { limit: PAGE_SIZE, ...(cursor === null ? {} : { [`${side}_cursor`]: cursor }) },
        signal,
      })
      const found = data[`${side}_requests`].find(({ id }) => id === request.id)
      if (found !== undefined) return found.status === 'pending' ? 'unknown' : found
      cursor = data[`${side}_next_cursor`]
    } while (cursor !== null)
    return 'unknown'
  } catch {
    return null
  }
}

type Page = Awaited<ReturnType<typeof call<typeof operations.listTransferRequests>>>['data']
