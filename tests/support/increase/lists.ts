import type { Increase } from 'increase'
import { ROUTING } from './constants.ts'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export const problem = (status: number, type: string, more: object = {}): Answer => ({
  status,
  body: { status, type, title: type, detail: null, ...more },
})

/** A page of two, so that whoever wants all reads several. */
export const pageOf = (all: readonly object[], query: URLSearchParams): Answer => {
  const from = Number(query.get('cursor') ?? 0)
  const size = Math.min(Number(query.get('limit') ?? 100), 2)
  const next = from + size < all.length ? String(from + size) : null
  return { status: 200, body: { data: all.slice(from, from + size), next_cursor: next } }
}
export const inWindow = <T extends { readonly created_at: string }>(
  all: readonly T[],
  query: URLSearchParams,
): T[] =>
  all.filter(
    ({ created_at: time }) =>
      time >= (query.get('created_at.on_or_after') ?? '') && time < (query.get('created_at.before') ?? '~'),
  )
export const byTime = (
  one: { readonly created_at: string },
  other: { readonly created_at: string },
): number => (one.created_at < other.created_at ? -1 : one.created_at > other.created_at ? 1 : 0)

const supported = (is: boolean) => (is ? ('supported' as const) : ('not_supported' as const))
/** Banks by what they take: none, or one. */
export const bankOf = (routing: string | null): Increase.RoutingNumberListResponse[] =>
  routing === null || routing === ROUTING.none
    ? []
    : [
        {
          ach_transfers: 'supported',
          fednow_transfers: supported(routing === ROUTING.fedNow),
          name: 'First Bank of the Stand-in',
          real_time_payments_request_for_payment: 'not_supported',
          real_time_payments_transfers: supported(routing === ROUTING.realTime),
          routing_number: routing,
          type: 'routing_number',
          wire_transfers: 'supported',
        },
      ]
