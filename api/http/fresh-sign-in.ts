import { Refusal } from '../../events/refusal.ts'
import { PASSKEY_HEADER } from '../contract/operation.ts'
import { Assertion, type RequestOptions } from '../contract/passkey-options.ts'
import { FRESH_SIGN_IN_MINUTES, FRESH_SIGN_IN_REQUIRED } from '../contract/security.ts'
import type { SecurityEventKind } from '../contract/security-event-kind.ts'
import { deviceName } from '../security-trail/device-name.ts'
import type { SecurityEvents } from '../security-trail/security-events.ts'
import type { AppContext } from './context.ts'
import { HttpError } from './errors.ts'
import type { Sessions } from './sessions.ts'

/** Whoever is to confirm, and what: a text that differs for every other request. */
export interface ToConfirm {
  readonly memberId: string
  /** Hash of the calling session. */
  readonly session: string
  readonly action: string
}

/** What members confirm with their passkeys. */
export interface Confirmations {
  /** What the member may confirm the action with; null if they have no passkey. */
  readonly ask: (toConfirm: ToConfirm) => Promise<RequestOptions | null>
  /**
   * Returns when it was confirmed.
   * @throws {HttpError} 403 `passkey_refused`: not this member, this session, this action, in time and once
   */
  readonly confirm: (assertion: Assertion, toConfirm: ToConfirm) => Promise<Date>
}

/** Guards actions that must be impossible in a stolen, unlocked browser. */
export interface FreshSignIn {
  /**
   * ISO time at which it was proven that the member is there: a passkey has signed this request or, unless passkeys are
   * required, see {@link FreshSignIn.isProven}. Null: it was not, or not recently enough.
   */
  readonly freshAt: (ctx: AppContext) => string | null
  readonly isFresh: (ctx: AppContext) => boolean
  /** Whether the provider has proven, at our request and recently enough, that the member is there. */
  readonly isProven: (ctx: AppContext) => boolean
  /** Checks what the request says a passkey has signed, if it says so. @throws {HttpError} 403 `passkey_refused` */
  readonly confirm: (ctx: AppContext, memberId: string) => Promise<void>
  /**
   * Records in the trail what was refused, and says how it can be proven who is there: `way` instead of the passkey that
   * the member does not have. @throws {HttpError} 403
   */
  readonly refuse: (ctx: AppContext, memberId: string, what: string, way?: string) => Promise<never>
  /** Runs a payment; if the wallet demands a step-up for it, refuses it as {@link refuse} does. */
  readonly orRefuse: <R>(ctx: AppContext, pay: () => Promise<R>) => Promise<R>
  /** Records the action in the trail. */
  readonly record: (
    ctx: AppContext,
    memberId: string,
    kind: SecurityEventKind,
    detail?: string,
  ) => Promise<void>
}

/** Whether the wallet refuses a payment that a step-up would let leave. */
export const needsStepUp = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'payment_not_fresh'

/** The rule: events/wallet/step-up.ts. */
const what =
  'paying $1,000 or more in all, or $250 or more to somebody new, since you last confirmed it was you'

export const deviceOf = (ctx: AppContext): string => deviceName(ctx.get('User-Agent'))

/** What to do, as a sentence. `signIn`: whether a fresh sign-in would be enough. */
const refusalOf = (what: string, hasPasskey: boolean, signIn: boolean): string => {
  if (hasPasskey)
    return signIn
      ? `To protect your account, please confirm with a passkey or sign in again before this: ${what}.`
      : `To protect your account, please confirm with a passkey before this: ${what}.`
  return signIn
    ? `To protect your account, please sign in again before this: ${what}. If that does not help, see Passkeys in your profile.`
    : `To protect your account, please add a passkey in your profile before this: ${what}.`
}

/** The assertion in the request's header; undefined: it has none. @throws {HttpError} 400 it cannot be read */
const assertionOf = (ctx: AppContext): Assertion | undefined => {
  const text = ctx.get(PASSKEY_HEADER)
  if (text === '') return undefined
  try {
    return Assertion.parse(JSON.parse(text))
  } catch {
    throw new HttpError(
      400,
      'invalid_passkey_assertion',
      `${PASSKEY_HEADER} must be a PublicKeyCredential as JSON.`,
    )
  }
}

export const createFreshSignIn = ({
  sessions,
  events,
  passkeys,
  required,
}: {
  readonly sessions: Pick<Sessions, 'proven' | 'isUndated' | 'hash'>
  readonly events: Pick<SecurityEvents, 'record'>
  readonly passkeys: Confirmations
  /** Nothing but a passkey makes a request fresh. */
  readonly required: boolean
}): FreshSignIn => {
  /** When the provider has proven it; null: not recently enough. */
  const provenAt = (ctx: AppContext): string | null => {
    const proven = sessions.proven(ctx)
    return proven && proven.agoMs <= FRESH_SIGN_IN_MINUTES * 60_000 ? new Date(proven.at).toISOString() : null
  }
  const freshAt: FreshSignIn['freshAt'] = (ctx) =>
    ctx.state.confirmedAt?.toISOString() ?? (required ? null : provenAt(ctx))
  const toConfirm = (ctx: AppContext, memberId: string, action: () => string) => ({
    memberId,
    session: sessions.hash(ctx) ?? '',
    action: action(),
  })
  const refuse: FreshSignIn['refuse'] = async (ctx, memberId, detail, way) => {
    await events.record({ memberId, kind: 'fresh_sign_in_required', device: deviceOf(ctx), detail })
    if (ctx.state.token)
      throw new HttpError(
        403,
        FRESH_SIGN_IN_REQUIRED,
        `An access token cannot do this, please use the app: ${detail}.`,
      )
    const { action } = ctx.state
    const passkey = action ? await passkeys.ask(toConfirm(ctx, memberId, action)) : null
    const signIn = !required && !sessions.isUndated(ctx)
    const sentence = (passkey === null ? way : undefined) ?? refusalOf(detail, passkey !== null, signIn)
    throw new HttpError(403, FRESH_SIGN_IN_REQUIRED, sentence, { stepUp: { sign_in: signIn, passkey } })
  }
  return {
    freshAt,
    isFresh: (ctx) => freshAt(ctx) !== null,
    isProven: (ctx) => provenAt(ctx) !== null,
    confirm: async (ctx, memberId) => {
      if (ctx.state.token) return
      const { action } = ctx.state
      const assertion = assertionOf(ctx)
      if (assertion === undefined || action === undefined) return
      try {
        ctx.state.confirmedAt = await passkeys.confirm(assertion, toConfirm(ctx, memberId, action))
      } catch (error) {
        await events.record({ memberId, kind: 'passkey_refused', device: deviceOf(ctx) })
        throw error
      }
    },
    refuse,
    orRefuse: async (ctx, pay) => {
      try {
        return await pay()
      } catch (error) {
        const { memberId } = ctx.state
        if (memberId !== null && needsStepUp(error)) return refuse(ctx, memberId, what)
        throw error
      }
    },
    record: (ctx, memberId, kind, detail) =>
      events.record({ memberId, kind, device: deviceOf(ctx), ...(detail !== undefined && { detail }) }),
  }
}
