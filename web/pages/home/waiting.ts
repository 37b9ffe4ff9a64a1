import type { Bill } from '../../../api/contract/bills.ts'
import type { TransferRequest } from '../../../api/contract/requests.ts'

/** What waits for the member, most urgent first; with `nothing` there is none of these. */
export type Waiting =
  | { readonly what: 'unsettled'; readonly to: string }
  | { readonly what: 'overdrawn' }
  | { readonly what: 'requests'; readonly requests: readonly [TransferRequest, ...TransferRequest[]] }
  | { readonly what: 'bill'; readonly bill: Bill }
  | { readonly what: 'fund' | 'device' | 'pool' | 'nothing' }

interface Known {
  /** Kinds of what was sent from this device without an answer. */
  readonly unsettled: readonly string[]
  /** Each null until loaded. */
  readonly requests: readonly TransferRequest[] | null
  readonly bills: readonly Bill[] | null
  /** Balance of the USD wallet in cents. */
  readonly balance_cents: number | null
  readonly pools: number | null
  readonly devices: number | null
  /** Milliseconds. */
  readonly now: number
}

/** Pages where what was sent without an answer is looked up; else the wallet. */
const PLACES: Readonly<Record<string, string>> = { investing: '/investments', device: '/devices' }

const isOpen = ({ status, expires_at: until }: TransferRequest, now: number): boolean =>
  status === 'pending' && Date.parse(until) > now

/** A bill that will not be paid by itself. */
const needsMember = ({ status, auto_pay_failure: failure }: Bill): boolean =>
  status === 'past_due' || (status === 'issued' && failure !== null)

/**
 * What the member has to do next. Null while that is not known: what is less urgent, or that nothing waits, is said only
 * once everything before it has been loaded.
 */
export const waitingFor = (known: Known): Waiting | null => {
  const { unsettled, requests, bills, balance_cents: balance, pools, devices, now } = known
  if (unsettled[0] !== undefined) return { what: 'unsettled', to: PLACES[unsettled[0]] ?? '/wallet' }
  if (balance === null) return null
  if (balance < 0) return { what: 'overdrawn' }
  if (requests === null) return null
  const [first, ...more] = requests.filter((request) => isOpen(request, now))
  if (first !== undefined) return { what: 'requests', requests: [first, ...more] }
  if (bills === null) return null
  const bill = bills.findLast(needsMember)
  if (bill !== undefined) return { what: 'bill', bill }
  if (pools === null || devices === null) return null
  if (balance === 0 && pools === 0) return { what: 'fund' }
  if (devices === 0) return { what: 'device' }
  return { what: pools === 0 ? 'pool' : 'nothing' }
}
