import { fromAmountJson, type Money } from '../money.ts'
import { defineStream } from '../stream.ts'
import { depositEvents, type DepositEvent, type DepositMethod, type DepositEventOf } from './events.ts'

/**
 * The stages of a deposit in order; some may be skipped. Processors report changes late, twice and in any order, so
 * a deposit only ever moves towards the end of this list. `failed` comes before `succeeded`, because a payer may try
 * another card on the same payment.
 */
const DEPOSIT_STAGES = [
  'initiated',
  'submitted',
  'action_required',
  'processing',
  'failed',
  'succeeded',
  'returned',
] as const
export type DepositStage = (typeof DEPOSIT_STAGES)[number]

/** Whether `to` is a later stage than `from`. */
export const isForward = (from: DepositStage, to: DepositStage): boolean =>
  DEPOSIT_STAGES.indexOf(to) > DEPOSIT_STAGES.indexOf(from)

/** The stage that each fact leads to. */
export const STAGE_OF = {
  DepositInitiated: 'initiated',
  DepositSubmitted: 'submitted',
  DepositActionRequired: 'action_required',
  DepositProcessing: 'processing',
  DepositFailed: 'failed',
  DepositSucceeded: 'succeeded',
  DepositReturned: 'returned',
} as const satisfies Record<Exclude<DepositEvent['type'], ClaimEvent['type']>, DepositStage>

/** Claims do not change the stage of a deposit, only how much of it is left. */
export type ClaimEvent = DepositEventOf<'DepositClaimed' | 'DepositReleased'>

export const isClaim = (event: DepositEvent): event is ClaimEvent =>
  event.type === 'DepositClaimed' || event.type === 'DepositReleased'

export interface KnownDeposit {
  readonly stage: DepositStage
  readonly depositId: string
  readonly memberId: string
  readonly method: DepositMethod
  /** What the wallet gets. */
  readonly amount: Money
  /** What the payer is charged on top. */
  readonly fee: Money
  readonly provider: string
  /** The processor's id of the payment; null before it is known. */
  readonly reference: string | null
  /** Whether it ever succeeded; stays true when it is returned. */
  readonly hasSucceeded: boolean
  /** Why it failed last; null when it never did. */
  readonly failure: string | null
  /** What each claim asks of the charge by its latest report, in cents. */
  readonly claims: Readonly<Record<string, bigint>>
  /** Claims that are decided for good; of a refund that failed, with its cents. */
  readonly ended: Readonly<Record<string, bigint>>
  /** How many times claims have changed. */
  readonly claimChanges: number
}

export type Deposit = { readonly stage: 'absent' } | KnownDeposit

export const initialState = (): Deposit => ({ stage: 'absent' })

/** Folds a fact into the state; @throws {Error} when the fact cannot follow */
export const evolve = (deposit: Deposit, event: DepositEvent): Deposit => {
  if (event.type === 'DepositInitiated') {
    const { depositId, memberId, method, amount, fee, provider } = event.data
    return {
      stage: 'initiated',
      depositId,
      memberId,
      method,
      amount: fromAmountJson(amount),
      fee: fromAmountJson(fee),
      provider,
      reference: null,
      hasSucceeded: false,
      failure: null,
      claims: {},
      ended: {},
      claimChanges: 0,
    }
  }
  if (deposit.stage === 'absent') throw new Error(`${event.type} of a deposit that was not initiated`)
  if (isClaim(event)) {
    const { claim, level, reference } = event.data
    const claims = { ...deposit.claims, [claim]: BigInt(level.minor) }
    const claimChanges = deposit.claimChanges + 1
    if (event.type === 'DepositClaimed' && !event.data.final)
      return { ...deposit, reference, claims, claimChanges }
    const failed = event.type === 'DepositReleased' ? BigInt(event.data.failed?.minor ?? '0') : 0n
    return { ...deposit, reference, claims, ended: { ...deposit.ended, [claim]: failed }, claimChanges }
  }
  return {
    ...deposit,
    stage: STAGE_OF[event.type],
    reference: event.data.reference ?? deposit.reference,
    hasSucceeded: deposit.hasSucceeded || event.type === 'DepositSucceeded',
    failure: event.type === 'DepositFailed' ? event.data.reason : deposit.failure,
  }
}

/** How a deposit's stream is read and folded. */
export const depositKind = defineStream(depositEvents, { initialState, evolve })
