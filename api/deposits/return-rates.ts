import { DAY_MS } from '../../events/calendar.ts'
import { debitsByCode } from '../../projections/deposits/queries.ts'
import type { Queryable } from '../../projections/query.ts'

/** Nacha measures over 60 days (Operating Rules, section 2.17.2). */
const PERIOD_DAYS = 60

/** The rates above which Nacha acts, each for a kind of return. */
export const RETURN_LIMITS = { unauthorized: 0.005, administrative: 0.03, all: 0.15 } as const
export type ReturnKind = keyof typeof RETURN_LIMITS
export const RETURN_KINDS = ['unauthorized', 'administrative', 'all'] as const satisfies readonly ReturnKind[]

/**
 * ACH return codes, and Stripe's names for groups of them (docs.stripe.com/declines/network-codes). Stripe counts R08,
 * a stopped payment, among those that were not authorised, so that the rate is rather too high than too low.
 */
const KINDS: ReadonlyMap<string, ReturnKind> = new Map([
  ...(['R05', 'R07', 'R10', 'R11', 'R29', 'R51', 'debit_not_authorized'] as const).map(
    (code) => [code, 'unauthorized'] as const,
  ),
  ...(
    [
      'R02',
      'R03',
      'R04',
      'bank_account_closed',
      'bank_account_invalid_details',
      'incorrect_account_details',
    ] as const
  ).map((code) => [code, 'administrative'] as const),
  ...(
    [
      'insufficient_funds',
      'bank_account_frozen',
      'bank_account_restricted',
      'bank_ownership_changed',
      'bank_cannot_process',
      'recipient_deceased',
    ] as const
  ).map((code) => [code, 'all'] as const),
])

/** What a return counts for; null where the code is none of a return, as of a refund. */
export const returnKindOf = (code: string): ReturnKind | null =>
  KINDS.get(code) ?? (/^R\d\d$/.test(code) ? 'all' : null)

/** Codes of orders that never reached the network. */
const NOT_SENT: ReadonlySet<string> = new Set(['canceled', 'debit_limit_exceeded', 'bank_account_unusable'])

export interface ReturnRates {
  /** Bank debits of the last 60 days. */
  readonly debits: number
  /** Of those, how many came back in these days, by kind; `all` has every one. */
  readonly returns: Readonly<Record<ReturnKind, number>>
}

/** How many bank debits came back in the last 60 days. */
export const returnRates = async (pool: Queryable, now: Date): Promise<ReturnRates> => {
  const rows = await debitsByCode(pool, new Date(now.getTime() - PERIOD_DAYS * DAY_MS))
  const returns = { unauthorized: 0, administrative: 0, all: 0 }
  let debits = 0
  for (const { code, begun, ended } of rows) {
    if (code === null || !NOT_SENT.has(code)) debits += Number(begun)
    const kind = code === null ? null : returnKindOf(code)
    if (kind === null) continue
    returns.all += Number(ended)
    if (kind !== 'all') returns[kind] += Number(ended)
  }
  return { debits, returns }
}

/** The part of the debits that came back, 0 to 1; 0 where there was none. */
export const rateOf = ({ debits, returns }: ReturnRates, kind: ReturnKind): number =>
  debits === 0 ? 0 : returns[kind] / debits
