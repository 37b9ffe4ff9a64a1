import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { CurrentUser } from '../contract/session.ts'
import { operations } from '../contract/operations.ts'
import { maxEntries } from '../../events/max-entries.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, type ApiRouter, type Call } from '../http/operation.ts'
import { deviceOf } from '../http/fresh-sign-in.ts'
import { didOf } from './identifier.ts'
import type { Member } from './members.ts'
import { memberNotFound } from './look-ups.ts'
import { createOpenId } from './openid.ts'
import { createOwnSessions } from './own-sessions.ts'
import { registerSecurity } from './security-routes.ts'
import { resemblanceOf } from './resemblance.ts'
import { createPendingSignIns } from './pending-sign-ins.ts'
import { createProviderSessions } from './provider-sessions.ts'
import type { SecretMethod } from './usable-provider.ts'
import type { Platform } from '../platform.ts'

export interface IdentityOptions extends Pick<
  Platform,
  'pool' | 'members' | 'blocks' | 'sessions' | 'securityEvents' | 'clock' | 'log'
> {
  /** Origin that members see. */
  readonly publicUrl: string
  readonly provider: {
    readonly issuer: string
    readonly clientId: string
    readonly clientSecret: string
    /** See `ProviderOptions.clientAuth`. */
    readonly clientAuth: SecretMethod | null
    /** See `OpenIdOptions.memberIssuer`. */
    readonly memberIssuer?: string
    /** The provider may be reached over plain http: development only. */
    readonly allowHttp: boolean
  }
  /** Called at every sign-in before the session begins; opens the wallet. Must be safe to repeat. */
  readonly onSignedIn: (member: Member) => Promise<void>
  /** Whether `senderId` has ever sent money to `recipientId`. */
  readonly hasPaid: (senderId: string, recipientId: string) => Promise<boolean>
  /** Whom of `recipientIds` they have ever sent money. */
  readonly paidAmong: (senderId: string, recipientIds: readonly string[]) => Promise<readonly string[]>
}

export interface Identity {
  /** Registers sign-in, sign-out, the current user and the payee look-up. */
  readonly register: (api: ApiRouter) => void
  /** Deletes unfinished sign-ins, and the provider's ID tokens of ended sessions. */
  readonly purge: () => Promise<number>
}

const userOf = (member: Member): CurrentUser => ({
  id: member.id,
  email: member.email,
  handle: member.handle,
  did: didOf(member.id),
  google_user_data: {
    given_name: member.givenName,
    family_name: member.familyName,
    name: member.name,
    picture: member.picture,
  },
})

/** How long a page that posts a sign-in twice gets the first answer again. */
const REPEAT_MS = 60_000

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

const whyOf = (error: unknown): { detail?: string } =>
  error instanceof HttpError ? { detail: error.code } : {}

type SignInCall = Call<typeof operations.createSession>

/** Sign-in through the identity provider, members, and the calls about them. */
export const createIdentity = (options: IdentityOptions): Identity => {
  const { pool, members, sessions, securityEvents, clock, publicUrl, provider } = options
  const pendings = createPendingSignIns({ pool, clock })
  const ownSessions = createOwnSessions({ pool, clock, sessions })
  const providerSessions = createProviderSessions({ pool, clock })
  const openId = createOpenId({
    ...provider,
    redirectUri: `${publicUrl}/auth/callback`,
    signedOutUri: `${publicUrl}/`,
    clock,
    log: options.log,
  })
  /** Sign-ins of this process by session and state: a page that posts twice gets the same answer. */
  const signIns = new LRUCache<string, Promise<Member>>({ ...maxEntries(10_000), ttl: REPEAT_MS })

  const currentMember = async (memberId: string): Promise<Member> => {
    const member = await members.byId(memberId)
    if (!member) throw new HttpError(401, 'not_signed_in', 'Please sign in.')
    return member
  }

  const signIn = async ({ body, ctx }: SignInCall, sessionHash: string): Promise<Member> => {
    // Deleted before the exchange, so that it can never be used again.
    const pending = await pendings.take(sessionHash, body.state)
    if (!pending)
      throw new HttpError(400, 'sign_in_expired', 'This sign-in is no longer valid. Please sign in again.')
    const device = deviceOf(ctx)
    const { profile, idToken, provenAt, undated } = await openId
      .finish(pending, body)
      .catch(async (error: unknown) => {
        await securityEvents.record({ memberId: null, kind: 'sign_in_refused', device, ...whyOf(error) })
        throw error
      })
    const member = await members.signedIn(profile)
    await options.onSignedIn(member)
    const session = await sessions.signIn(ctx, member.id, {
      signedInWith: hash(body.state ?? body.code),
      device,
      ...(provenAt !== null && { provenAt }),
      ...(undated && { undated }),
    })
    await securityEvents.record({ memberId: member.id, kind: 'signed_in', device })
    if (idToken !== null) await providerSessions.add(session, idToken)
    await pendings.move(sessionHash, session)
    return member
  }

  const createSession = async (call: SignInCall): Promise<{ user: CurrentUser }> => {
    const { ctx, body, member } = call
    const state = body.state ?? body.code
    if (member && sessions.signedInWith(ctx) === hash(state))
      return { user: userOf(await currentMember(member.id)) }
    const sessionHash = sessions.presented(ctx)
    if (sessionHash === undefined)
      throw new HttpError(400, 'sign_in_expired', 'This sign-in was not started in this browser.')
    const name = `${sessionHash}:${hash(state)}`
    const same = signIns.get(name)
    if (same) return { user: userOf(await same) }
    const current = signIn(call, sessionHash)
    signIns.set(name, current)
    try {
      return { user: userOf(await current) }
    } catch (error) {
      signIns.delete(name)
      throw error
    }
  }

  return {
    purge: async () => (await pendings.purge()) + (await providerSessions.purge()),
    register: (api) => {
      registerOperation(api, operations.getCurrentUser, async ({ member }) =>
        userOf(await currentMember(member.id)),
      )
      registerOperation(api, operations.getSession, async ({ member }) => {
        const found = member === null ? null : await members.byId(member.id)
        return { member: found ? userOf(found) : null }
      })
      registerOperation(
        api,
        operations.getSignInUrl,
        async ({ ctx, query }) => {
          const { url, pending } = await openId.begin({
            fresh: query.fresh === '1',
            otherAccount: query.other_account === '1',
          })
          if (pending !== null) await pendings.add(sessions.start(ctx), pending)
          return { redirectUrl: url }
        },
        { limit: api.limits.signIn, changesSession: true },
      )
      registerOperation(api, operations.createSession, createSession, {
        limit: api.limits.signIn,
        changesSession: true,
      })
      const signOut = async ({
        ctx,
        member,
      }: Call<typeof operations.logout> | Call<typeof operations.postLogout>) => {
        sessions.signOut(ctx)
        if (member)
          await securityEvents.record({ memberId: member.id, kind: 'signed_out', device: deviceOf(ctx) })
        // Clears the browser's cached pages of this member; not "storage", which would uninstall the app.
        ctx.set('Clear-Site-Data', '"cache"')
        return undefined
      }
      registerOperation(api, operations.logout, signOut, { changesSession: true })
      registerOperation(
        api,
        operations.postLogout,
        async (call) => {
          const session = sessions.hash(call.ctx)
          const idToken = session === undefined ? null : await providerSessions.take(session)
          await signOut(call)
          return { redirectUrl: await openId.signOutUrl(idToken) }
        },
        { changesSession: true },
      )
      registerSecurity(api, options, ownSessions)
      registerOperation(
        api,
        operations.lookupMember,
        async ({ member, query }) => {
          const payee = await members.find(query.identifier, member.id)
          if (!payee) throw memberNotFound('recipient_not_found', 'identifier')
          const known = await options.hasPaid(member.id, payee.id)
          const resembles = known ? undefined : await resemblanceOf(options, member.id, payee)
          return {
            name: payee.name,
            handle: payee.handle,
            did: didOf(payee.id),
            known,
            ...(resembles && { resembles }),
          }
        },
        { limit: api.limits.lookup },
      )
    },
  }
}
