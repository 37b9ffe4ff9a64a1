import { parse as parseQuery } from 'node:querystring'
import { operations } from '../contract/operations.ts'
import { BATCH_READS_MAX } from '../contract/batch-reads.ts'
import type { ResponseOf } from '../contract/operation.ts'
import type { AppContext } from './context.ts'
import { errorAnswer, HttpError } from './errors.ts'
import { registerOperation, type ApiRouter } from './operation.ts'
import { addressKey } from './rate-limits.ts'

type Part = ResponseOf<(typeof operations)['getTogether']>['answers'][number]

/** Alternating names and values, as an object. */
const byName = (headers: readonly string[]): Record<string, string> => {
  const named: Record<string, string> = {}
  for (let at = 0; at < headers.length; at += 2) named[headers[at] ?? ''] = headers[at + 1] ?? ''
  return named
}

/** Fails this part only; our own failures are logged as for a separate request. */
const refused = ({ state }: AppContext, route: string, error: unknown): Part => {
  const { status, body, headers } = errorAnswer(error, state.requestId)
  if (status >= 500) state.log.error({ err: error, status, code: body.code, part: route }, 'failed')
  return { status, headers: { ...headers }, body: JSON.stringify(body) }
}

const unknown = () =>
  new HttpError(404, 'not_found', 'There is no document at this path to ask for together.')

/**
 * Lets a page fetch all its documents in one request. Each is answered as if requested alone: by the same handler, in
 * its own turn, counted as a request of its address, and failing on its own. See
 * docs/decisions/0161-a-page-asks-once.md.
 */
export const registerBatchReads = (api: ApiRouter): void => {
  const partOf = async (ctx: AppContext, memberId: string, asked: string): Promise<Part> => {
    const [path = '', query] = asked.split('?', 2)
    const read = api.batchable.get(path)
    try {
      if (!read) throw unknown()
      await api.limits.address(addressKey(ctx.ip))
      const { status, headers, body } = await read(ctx, memberId, { ...parseQuery(query ?? '') })
      return { status, headers: byName(headers), body: typeof body === 'string' ? body : '' }
    } catch (error) {
      return refused(ctx, path, error)
    }
  }
  registerOperation(
    api,
    operations.getTogether,
    async ({ ctx, member, query }) => {
      const paths = query.paths.split(',')
      if (paths.length > BATCH_READS_MAX) {
        const sentence = `Ask for at most ${BATCH_READS_MAX} documents at once.`
        throw new HttpError(400, 'invalid_request', sentence, { fields: { paths: sentence } })
      }
      return { answers: await Promise.all(paths.map((path) => partOf(ctx, member.id, path))) }
    },
    { turnByPart: true },
  )
}
