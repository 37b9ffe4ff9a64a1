import type { TEST_BANK_ACCOUNTS, TEST_CARDS } from '../../contract/test-instruments.ts'

/** An event of a payment in the sandbox, and its time: `afterMs` in milliseconds, `afterDays` in simulated days. */
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
  /** Repeated deliveries of the same event, in milliseconds after the first. */
  readonly againAfterMs?: readonly number[]
}

type CardNumber = (typeof TEST_CARDS)[number]['number']
type AccountNumber = (typeof TEST_BANK_ACCOUNTS)[number]['account_number']

/** Behaviours of a bank account; part of the account's token, since the number itself is not stored. */
export const ACCOUNT_BEHAVIOURS = [
  'ok',
  'closed',
  'missing',
  'nsf',
  'unauthorised',
  'disputed',
  'unverifiable',
  'limited',
  'amounts',
  'code',
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
  '000888888881': 'amounts',
  '000999999991': 'code',
}

export const isTestAccount = (accountNumber: string): boolean => Object.hasOwn(BEHAVIOURS, accountNumber)

/** Behaviour of an account by its number; any other than the published test accounts succeeds. */
export const behaviourOf = (accountNumber: string): AccountBehaviour =>
  Object.entries(BEHAVIOURS).find(([number]) => number === accountNumber)?.[1] ?? 'ok'

/**
 * Real processors deliver events repeatedly, late and out of order; this one always does: success is delivered three
 * times, and `processing` once more after it. `payment.created` is a type that our inbox does not use.
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
  '4000000000004210': [created, processing, succeeded],
}

const SHARED_CARD: CardNumber = '4000000000004210'
/** The card's name for limits: test cards are published, so all but one are other cards in each payment. */
export const cardName = (number: string | undefined): string | undefined =>
  number === SHARED_CARD ? `card_sandbox_${number}` : undefined

const DEFAULT_CARD: CardNumber = '4242424242424242'

/** Events of a card payment, by the number of the test card; default: the one that succeeds. */
export const cardPlan = (number: string | undefined): readonly PlannedEvent[] =>
  Object.entries(CARD_PLANS).find(([known]) => known === number)?.[1] ?? CARD_PLANS[DEFAULT_CARD]

/** Events after the payer has answered their bank's question. */
export const answeredPlan = (outcome: 'approve' | 'decline'): readonly PlannedEvent[] =>
  outcome === 'approve' ? [processing, succeeded] : [failed('authentication_failed')]

/** Simulated days from the credit of a disputed debit to its return. */
const RETURN_AFTER_DAYS = 3

/** Events of a bank debit that takes `days` (1 to 3) simulated business days. */
export const debitPlan = (behaviour: AccountBehaviour, days: number): readonly PlannedEvent[] => {
  const settles: PlannedEvent = { ...succeeded, afterMs: 0, afterDays: days }
  const bounces = (code: string): PlannedEvent => ({ ...failed(code), afterMs: 0, afterDays: days })
  switch (behaviour) {
    case 'ok':
    case 'unverifiable':
    case 'amounts':
    case 'code':
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
