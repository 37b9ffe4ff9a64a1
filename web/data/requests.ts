import { TransferRequest, requestOperations } from '../../api/contract/requests.ts'
import { call } from './client.ts'
import { refreshList } from './refresh.ts'
import { serverTime } from './server-clock.ts'
import type { ListSource, LoadOptions } from './sources.ts'

const PAGE_SIZE = 20

export type Direction = 'incoming' | 'outgoing'

const ask = async (
  query: { incoming_cursor?: string; outgoing_cursor?: string },
  { minPosition }: LoadOptions,
) =>
  call(requestOperations.listTransferRequests, { query: { limit: String(PAGE_SIZE), ...query }, minPosition })

let first: { readonly minPosition: string | undefined; readonly answer: ReturnType<typeof ask> } | null = null

/** One response has the first page of both lists, so both lists share a request in flight. */
const askFirst = (options: LoadOptions): ReturnType<typeof ask> => {
  if (first !== null && first.minPosition === options.minPosition) return first.answer
  const asking = { minPosition: options.minPosition, answer: ask({}, options) }
  first = asking
  const landed = () => {
    if (first === asking) first = null
  }
  asking.answer.then(landed, landed)
  return asking.answer
}

const sourceOf = (direction: Direction): ListSource<TransferRequest> => ({
  key: `requests:${direction}`,
  schema: TransferRequest,
  idOf: ({ id }) => id,
  isSettled: ({ status }) => status !== 'pending' && status !== 'approved',
  loadPage: async (cursor, options) => {
    const { data, asOf = serverTime() } = await (cursor === null
      ? askFirst(options)
      : ask({ [`${direction}_cursor`]: cursor }, options))
    return { rows: data[`${direction}_requests`], nextCursor: data[`${direction}_next_cursor`], asOf }
  },
})

/** Requests for money to the member, newest first. */
export const incomingRequests: ListSource<TransferRequest> = sourceOf('incoming')
/** Requests for money by the member, newest first. */
export const outgoingRequests: ListSource<TransferRequest> = sourceOf('outgoing')

/** Reloads both lists. */
export const refreshRequests = (): void => {
  void refreshList(incomingRequests)
  void refreshList(outgoingRequests)
}
