import type { Pool } from 'pg'
import { dayOf } from '../../events/calendar.ts'
import { newId, type Clock } from '../../events/ids.ts'
import { formatMinor } from '../../events/money.ts'
import { Token } from '../../events/wallet/events.ts'
import { toOneself } from '../../events/wallet/decide.ts'
import { SMALLEST_LEFT_BEHIND } from '../../events/wallet/decide-close.ts'
import { claimableAt, type Wallet } from '../../events/wallet/wallet.ts'
import { operations } from '../contract/operations.ts'
import { CONFIRM_HANDLE, type BeginClosingRequest, type Closing as ClosingView } from '../contract/profile.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import type { AppContext } from '../http/context.ts'
import type { RateLimit } from '../http/rate-limits.ts'
import type { Sessions } from '../http/sessions.ts'
import type { ClosingAccounts } from '../identity/closing-accounts.ts'
import { memberNotFound } from '../identity/look-ups.ts'
import type { Members } from '../identity/members.ts'
import type { Profiles } from '../identity/profiles.ts'
import type { Wallets } from '../wallet/wallets.ts'
import { noBankAccount, stillWaiting } from '../withdrawals/may-withdraw.ts'
import type { LastPayments } from '../withdrawals/last-payments.ts'
import {
  beginClosing,
  closingOf,
  paymentKeyOf,
  tellClosing,
  type AccountClosing,
} from './account-closings.ts'
import { refused, type Closing, type Closings } from './closing.ts'
import type { Erasure } from './erasure.ts'
import { isLastWithBank, overAt, type Leaving } from './leaving.ts'

/** Dependencies of the routes of closing an account. */
export interface ClosingArea {
  readonly pool: Pool
  /** The clock for money. */
  readonly clock: Clock
  readonly sessions: Pick<Sessions, 'signOut'>
  readonly members: Pick<Members, 'find'>
  readonly profiles: Profiles
  readonly wallets: Pick<Wallets, 'stateOf'>
  readonly payments: LastPayments
  readonly closingAccounts: ClosingAccounts
  readonly closings: Closings
  readonly erasure: Pick<Erasure, 'close'>
  readonly leaving: Leaving
}

/** What beginning one needs besides. */
interface Beginning extends ClosingArea {
  /** Counts a name that a member asks about. */
  readonly countLookUp: RateLimit
}

/** Tokens that become nobody's when the account is closed, in millionths: with the stake and its rewards so far. */
const tokensIn = (wallet: Wallet, at: string): readonly (readonly [Token, bigint])[] => {
  if (wallet.status !== 'open') return []
  const { balances, stake } = wallet
  const staked = stake.minor + claimableAt(stake, at, [])
  return Token.options.flatMap((token) => {
    const minor = balances[token] + (token === 'YUT' ? staked : 0n)
    return minor >= SMALLEST_LEFT_BEHIND[token] ? [[token, minor] as const] : []
  })
}

const payoutOf = (wallet: Wallet, owed: bigint): bigint =>
  wallet.status === 'open' && wallet.balances.USD > owed ? wallet.balances.USD - owed : 0n

/** The day from which on nothing that is known hinders the last payment. */
const dayOfClosing = ({ obstacles }: Closing): string | null => {
  const last = overAt(obstacles.filter(({ ends }) => ends === 'by_waiting'))
  return last && dayOf(last)
}

const closingView = async (area: ClosingArea, memberId: string): Promise<ClosingView> => {
  const { pool, clock, closings, wallets, payments } = area
  const [now, wallet, closing] = await Promise.all([
    closings.of(memberId),
    wallets.stateOf(memberId),
    closingOf(pool, memberId),
  ])
  const at = clock()
  const { obstacles, owed } = now
  const payout = payoutOf(wallet, owed)
  const isLast = (one: AccountClosing) =>
    wallet.status !== 'open' || isLastWithBank(wallet, payments.idOf({ memberId, key: paymentKeyOf(one) }))
  return {
    obstacles: [...obstacles],
    owed_usd: formatMinor('USD', owed),
    payout_usd: formatMinor('USD', payout),
    tokens: tokensIn(wallet, at.toISOString()).map(([currency, minor]) => ({
      currency,
      amount: formatMinor(currency, minor),
    })),
    day: dayOfClosing(now),
    in_parts: wallet.status === 'open' && payout > (await payments.limitedTo(wallet, at.toISOString())),
    closing: closing && {
      begun_at: closing.begunAt.toISOString(),
      bank_account_id: closing.bankAccountId,
      gives_up: [...closing.givesUp],
      can_be_stopped: !isLast(closing),
    },
  }
}

const unchosen = (field: string, sentence: string) =>
  new HttpError(422, 'choice_needed', sentence, { fields: { [field]: sentence } })

/** The id of the member whom tokens are sent to. @throws {Refusal} nobody has this name, or it is the member's own */
const recipientOf = async (
  { members, countLookUp }: Beginning,
  memberId: string,
  field: string,
  identifier: string,
): Promise<string> => {
  // Whatever comes of it, as a closing can be stopped and begun again for nothing.
  await countLookUp(memberId)
  const found = await members.find(identifier, memberId)
  if (!found) throw memberNotFound('recipient_not_found', field)
  if (found.id === memberId) throw toOneself(field)
  return found.id
}

/** What the member chose for what no bank takes. @throws {HttpError} 422 there is no choice for what they have */
const tokenChoices = async (
  area: Beginning,
  memberId: string,
  wallet: Wallet,
  body: BeginClosingRequest,
): Promise<Pick<AccountClosing, 'givesUp' | 'sendsTo'>> => {
  const has = new Map(tokensIn(wallet, area.clock().toISOString()))
  const givesUp: Token[] = []
  const sendsTo: Record<Token, string | null> = { USDC: null, YUT: null }
  for (const token of Token.options) {
    const field = token === 'USDC' ? 'usdc' : 'yut'
    const choice = body[field]
    if (choice && 'give_up' in choice) givesUp.push(token)
    else if (choice) sendsTo[token] = await recipientOf(area, memberId, field, choice.send_to)
    else if (has.has(token)) throw unchosen(field, `Choose what becomes of your ${token}.`)
  }
  return { givesUp, sendsTo }
}

/**
 * The account that dollars go to; null: there are none. One that still waits is not taken, since its wait would end
 * without its member: whoever added it a minute before would be paid on the proof with which they added it.
 * @throws {HttpError} there is none to be paid to, or it still waits
 */
const accountFor = async (
  { payments, clock }: ClosingArea,
  memberId: string,
  payout: bigint,
  chosen: string | undefined,
): Promise<string | null> => {
  if (chosen === undefined) {
    if (payout > 0n) throw unchosen('bank_account_id', 'Choose the bank account that your money goes to.')
    return null
  }
  const usableFrom = await payments.usableFrom(memberId, chosen)
  if (usableFrom === null) throw noBankAccount()
  if (usableFrom > clock()) throw stillWaiting(usableFrom)
  return chosen
}

/** @throws {HttpError} 422 the handle is not the member's */
const assertConfirmed = async (profiles: Profiles, memberId: string, typed: string): Promise<void> => {
  const profile = await profiles.read(memberId)
  if (!profile) throw new HttpError(401, 'not_signed_in', 'Please sign in.')
  if (typed.replace(/^@/, '').toLowerCase() !== profile.handle)
    throw new HttpError(422, 'handle_not_confirmed', CONFIRM_HANDLE, { fields: { handle: CONFIRM_HANDLE } })
}

/**
 * Begins a closing and does at once what can be done.
 * @returns the day of the last payment, as far as is known; `closed`: it is all done
 * @throws {HttpError} 422 something is left that the member has to end or choose first
 */
const begin = async (
  area: Beginning,
  memberId: string,
  body: BeginClosingRequest,
  provenAt: Date,
): Promise<{ readonly closed: boolean; readonly day: string | null }> => {
  const { pool, clock, closings, wallets, closingAccounts, leaving } = area
  const before = await closings.freshOf(memberId)
  const left = refused(before.obstacles.filter(({ ends }) => ends === undefined))
  if (left) throw left
  const wallet = await wallets.stateOf(memberId)
  const payout = payoutOf(wallet, before.owed)
  const bankAccountId = await accountFor(area, memberId, payout, body.bank_account_id)
  const chosen = await tokenChoices(area, memberId, wallet, body)
  const now = clock()
  const day = dayOfClosing(before)
  const closing = { memberId, id: newId(), begunAt: now, provenAt, bankAccountId, ...chosen }
  if (await beginClosing(pool, closing)) {
    closingAccounts.invalidate(memberId)
    if (payout > 0n || before.obstacles.some(({ ends }) => ends === 'by_waiting'))
      await tellClosing(pool, closing, { state: 'begun', day, minor: null, reason: null }, now)
  }
  const state = await leaving.goOn(memberId)
  if (state === 'ended')
    throw new HttpError(
      422,
      'closing_failed',
      'Your account could not be closed and stays open. Your notifications say why.',
    )
  return { closed: state === 'closed', day }
}

/** Registers the routes of closing an account. */
export const registerClosing = (api: ApiRouter, area: ClosingArea): void => {
  const { sessions, profiles, closings, closingAccounts, erasure, leaving } = area
  const beginning = { ...area, countLookUp: api.limits.lookup }
  const leaves = (ctx: AppContext): void => {
    sessions.signOut(ctx)
    ctx.set('Clear-Site-Data', '"cache"')
  }

  registerOperation(api, operations.getClosing, ({ member }) => closingView(area, member.id))

  registerOperation(
    api,
    operations.beginClosing,
    async ({ member, body, ctx }) => {
      const provenAt = api.freshSignIn.freshAt(ctx)
      // The operation is sensitive: nobody comes here without.
      if (provenAt === null) throw new Error('A closing came without a fresh sign-in')
      await assertConfirmed(profiles, member.id, body.handle)
      const begun = await begin(beginning, member.id, body, new Date(provenAt))
      if (begun.closed) leaves(ctx)
      return begun
    },
    { limit: api.limits.money, changesSession: true },
  )

  registerOperation(
    api,
    operations.stopClosing,
    async ({ member }) => {
      await leaving.stop(member.id)
      return { stopped: true as const }
    },
    { limit: api.limits.money },
  )

  registerOperation(
    api,
    operations.closeAccount,
    async ({ member, body, ctx }) => {
      await assertConfirmed(profiles, member.id, body.handle)
      if (await closingAccounts.isClosing(member.id))
        throw new HttpError(409, 'account_closing', 'Your account is closing already.')
      const left = refused((await closings.of(member.id)).obstacles)
      if (left) throw left
      await erasure.close(member.id)
      leaves(ctx)
      return { closed: true as const }
    },
    { limit: api.limits.money, changesSession: true },
  )
}
