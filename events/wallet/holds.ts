import { addBusinessDays } from '../business-days.ts'
import { addDays, dayOf } from '../calendar.ts'
import { REVERSIBLE_DAYS, SENT_ON_BANKING_DAYS } from '../limits.ts'
import type { Money } from '../money.ts'
import type { LedgerEvent } from '../ledger-event.ts'

/** Holds that are kept one by one; of more, the two that end first become one, which ends with the later. */
const HOLDS_MAX = 128

/** Cents that can be spent here at once, but may leave the house only after the day `until` (UTC). */
export interface Held {
  readonly cents: bigint
  readonly until: string
}

/** `depositId`: of the deposit that may be taken back; null for money that came from another member. */
export interface Hold extends Held {
  readonly depositId: string | null
}

/** What decides how much of a wallet may leave the house. */
interface Holder {
  readonly balances: { readonly USD: bigint }
  /** What ends first comes first. */
  readonly holds: readonly Hold[]
}

/** A part that is held, in a fact. */
type HeldJson = { readonly minor: string; readonly until: string }

const toJson = ({ cents, until }: Held): HeldJson => ({ minor: cents.toString(), until })
const fromJson = ({ minor, until }: HeldJson): Held => ({ cents: BigInt(minor), until })

/** The holds that have not ended at `at` (ISO time, UTC), in their order. */
export const holdsAt = (holds: readonly Hold[], at: string): readonly Hold[] =>
  holds.filter(({ until }) => until >= dayOf(at))

/** Cents that may leave the house at `at`: what the balance has beyond all that is held. */
export const freeAt = ({ balances, holds }: Holder, at: string): bigint => {
  const free = holdsAt(holds, at).reduce((left, { cents }) => left - cents, balances.USD)
  return free > 0n ? free : 0n
}

/** Takes cents from the holds that end first. */
const split = (
  holds: readonly Hold[],
  cents: bigint,
): { readonly left: readonly Hold[]; readonly until: string | null } => {
  const left: Hold[] = []
  let rest = cents
  let until: string | null = null
  for (const hold of holds) {
    const part = rest < hold.cents ? rest : hold.cents
    if (part > 0n) until = hold.until
    rest -= part
    if (part < hold.cents) left.push({ ...hold, cents: hold.cents - part })
  }
  return { left, until }
}

/**
 * The held part of an amount that is sent to a member: free money is spent first, then what is held until the earliest
 * day. It is held until the last day of its parts. Null when all of it is free.
 */
export const heldIn = (wallet: Holder, { currency, minor }: Money, at: string): HeldJson | null => {
  if (currency !== 'USD') return null
  const cents = minor - freeAt(wallet, at)
  if (cents <= 0n) return null
  const { until } = split(holdsAt(wallet.holds, at), cents)
  return until === null ? null : toJson({ cents, until })
}

/** A hold as it goes on with its recipient: shortened, since most returns come within two banking days. */
export const heldOn = ({ minor, until }: HeldJson, sentAt: string): HeldJson => {
  const latest = dayOf(addBusinessDays(new Date(sentAt), SENT_ON_BANKING_DAYS))
  return { minor, until: until < latest ? until : latest }
}

/** With one more hold; those that have ended at `at` go. */
const withHold = (holds: readonly Hold[], hold: Hold, at: string): readonly Hold[] => {
  const known = holdsAt(holds, at)
  const { depositId, until } = hold
  const same = known.find((one) => one.depositId === depositId && one.until === until)
  const others = known.filter((one) => one !== same)
  const next = others.findIndex((one) => one.until > until)
  const all = others.toSpliced(next === -1 ? others.length : next, 0, {
    ...hold,
    cents: hold.cents + (same?.cents ?? 0n),
  })
  const [first, second, ...rest] = all
  if (all.length <= HOLDS_MAX || !first || !second) return all
  return [{ depositId: null, cents: first.cents + second.cents, until: second.until }, ...rest]
}

/** Without so much of a deposit, the rest of which may still be taken back. */
const withoutDeposit = (holds: readonly Hold[], depositId: string, cents: bigint): readonly Hold[] =>
  holds.flatMap((hold) => {
    if (hold.depositId !== depositId) return [hold]
    return hold.cents > cents ? [{ ...hold, cents: hold.cents - cents }] : []
  })

const ofDeposit = (
  {
    depositId,
    source,
    amount,
  }: Extract<LedgerEvent, { type: 'DepositCredited' | 'DepositGivenBack' }>['data'],
  at: string,
): Hold | null =>
  source === 'bank' || amount.minor === '0'
    ? null
    : { depositId, cents: BigInt(amount.minor), until: addDays(dayOf(at), REVERSIBLE_DAYS[source]) }

/**
 * The holds of a wallet after one more fact, which happened at `at` (ISO time, UTC). Whatever is spent here leaves them:
 * the deposit may still be taken back, and what came of the money may come back. Only what is sent to a member takes
 * its hold with it.
 */
export const holdsAfter = (holds: readonly Hold[], event: LedgerEvent, at: string): readonly Hold[] => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others leave holds as they are
  switch (event.type) {
    case 'DepositCredited':
    // What was disputed once can be disputed again.
    case 'DepositGivenBack': {
      const hold = ofDeposit(event.data, at)
      return hold ? withHold(holds, hold, at) : holds
    }
    case 'DepositReversed':
    case 'DepositTakenBack':
      return withoutDeposit(holds, event.data.depositId, BigInt(event.data.amount.minor))
    case 'TransferSent': {
      const { held } = event.data
      return held ? split(holdsAt(holds, at), fromJson(held).cents).left : holds
    }
    case 'TransferReceived':
    case 'TransferReturned': {
      const { held } = event.data
      return held ? withHold(holds, { depositId: null, ...fromJson(held) }, at) : holds
    }
    default:
      return holds
  }
}
