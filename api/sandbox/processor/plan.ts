import type { TEST_BANK_ACCOUNTS, TEST_CARDS } from '../../contract/test-instruments.ts'

/** What happens to a payment in the sandbox, and when: `afterMs` in milliseconds, `afterDays` in simulated days. */
export interface PlannedEvent {
  readonly type:
    | 'payment.created'
    | 'payment.processing'
    | 'payment.requires_action'
    | 'payment.succeeded'
    | 'payment.failed'
    | 'payment.returned'
    | 'payment.canceled'
  readonly code?: string
  readonly afterMs: number
  readonly afterDays?: number
  /** Later sendings of the same event, in milliseconds after the first. */
  readonly againAfterMs?: readonly number[]
}

type CardNumber = (typeof TEST_CARDS)[number]['number']
type AccountNumber = (typeof TEST_BANK_ACCOUNTS)[number]['account_number']

/** How a bank account behaves; stands in the account's token, the number itself is kept nowhere. */
export const ACCOUNT_BEHAVIOURS = [
  'ok',
  'closed',
  'missing',
  'nsf',
  'unauthorised',
  'disputed',
  'unverifiable',
  'limited',
] as const
export type AccountBehaviour = (typeof ACCOUNT_BEHAVIOURS)[number]

const BEHAVIOURS: Readonly<Record<AccountNumber, AccountBehaviour>> = {
  '000123456789': 'ok',
  '000111111113': 'closed',
  '000111111116': 'missing',
  '000222222227': 'nsf',
  '000333333335': 'unauthorised',
  '000555555559': 'disputed',
  '000666666661': 'unverifiable',
  '000777777771': 'limited',
}

/** How an account behaves, by its number; any other than the published test accounts succeeds. */
export const behaviourOf = (accountNumber: string): AccountBehaviour =>
  Object.entries(BEHAVIOURS).find(([number]) => number === accountNumber)?.[1] ?? 'ok'

/**
 * Real processors tell of things twice, late, and in another order than they happened in; so does this one,
 * always: success is told twice, and `processing` once more after it. `payment.created` is of a kind that
 * nobody here knows.
 */
const created: PlannedEvent = { type: 'payment.created', afterMs: 0 }
const processing: PlannedEvent = { type: 'payment.processing', afterMs: 150, againAfterMs: [700] }
const succeeded: PlannedEvent = { type: 'payment.succeeded', afterMs: 500, againAfterMs: [50, 300] }
const failed = (code: string, afterMs = 400): PlannedEvent => ({
  type: 'payment.failed',
  code,
  afterMs,
  againAfterMs: [200],
})

const CARD_PLANS: Readonly<Record<CardNumber, readonly PlannedEvent[]>> = {
  '4242424242424242': [created, processing, succeeded],
  '4000000000000002': [created, failed('generic_decline')],
  '4000000000009995': [created, failed('insufficient_funds')],
  '4000000000000069': [created, failed('expired_card')],
  '4000000000000127': [created, failed('incorrect_cvc')],
  '4000000000000119': [created, failed('processing_error')],
  '4000000000000341': [created, processing, failed('card_declined', 900)],
  '4000002760003184': [created, { type: 'payment.requires_action', afterMs: 150, againAfterMs: [300] }],
}

const DEFAULT_CARD: CardNumber = '4242424242424242'

/** What happens to a payment with a test card, by its number; default the one that succeeds. */
export const cardPlan = (number: string | undefined): readonly PlannedEvent[] =>
  Object.entries(CARD_PLANS).find(([known]) => known === number)?.[1] ?? CARD_PLANS[DEFAULT_CARD]

/** What happens once the payer has answered their bank's question. */
export const answeredPlan = (outcome: 'approve' | 'decline'): readonly PlannedEvent[] =>
  outcome === 'approve' ? [processing, succeeded] : [failed('authentication_failed')]

/** How long after its credit a disputed debit comes back, in simulated days. */
const RETURN_AFTER_DAYS = 3

/** What happens to a bank debit that takes `days` (1 to 3) simulated business days. */
export const debitPlan = (behaviour: AccountBehaviour, days: number): readonly PlannedEvent[] => {
  const settles: PlannedEvent = { ...succeeded, afterMs: 0, afterDays: days }
  const bounces = (code: string): PlannedEvent => ({ ...failed(code), afterMs: 0, afterDays: days })
  switch (behaviour) {
    case 'ok':
    case 'unverifiable':
      return [created, processing, settles]
    case 'closed':
      return [created, processing, bounces('R02')]
    case 'missing':
      return [created, processing, bounces('R03')]
    case 'nsf':
      return [created, processing, bounces('R01')]
    case 'unauthorised':
      return [created, processing, bounces('R29')]
    case 'limited':
      return [created, failed('debit_limit_exceeded')]
    case 'disputed':
      return [
        created,
        processing,
        settles,
        {
          type: 'payment.returned',
          code: 'R10',
          afterMs: 0,
          afterDays: days + RETURN_AFTER_DAYS,
          againAfterMs: [200],
        },
      ]
  }
}

export const cancelPlan: readonly PlannedEvent[] = [{ type: 'payment.canceled', afterMs: 0 }]
