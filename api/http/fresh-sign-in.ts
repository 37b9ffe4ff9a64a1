import { FRESH_SIGN_IN_MINUTES, FRESH_SIGN_IN_REQUIRED } from '../contract/security.ts'
import type { SecurityEventKind } from '../contract/security-event-kind.ts'
import { deviceName } from '../security-trail/device-name.ts'
import type { SecurityEvents } from '../security-trail/security-events.ts'
import type { AppContext } from './context.ts'
import { HttpError } from './errors.ts'
import type { Sessions } from './sessions.ts'

/** Guards actions that must be impossible in a stolen, unlocked browser. */
export interface FreshSignIn {
  /** Whether the provider has proven, at our request and recently enough, that the member is there. */
  readonly isFresh: (ctx: AppContext) => boolean
  /** Records in the trail what was refused. @throws {HttpError} 403 */
  readonly refuse: (ctx: AppContext, memberId: string, what: string) => Promise<never>
  /** Records the action in the trail. */
  readonly record: (
    ctx: AppContext,
    memberId: string,
    kind: SecurityEventKind,
    detail?: string,
  ) => Promise<void>
}

export const deviceOf = (ctx: AppContext): string => deviceName(ctx.get('User-Agent'))

export const createFreshSignIn = ({
  sessions,
  events,
}: {
  readonly sessions: Pick<Sessions, 'provenAgoMs'>
  readonly events: Pick<SecurityEvents, 'record'>
}): FreshSignIn => ({
  isFresh: (ctx) => sessions.provenAgoMs(ctx) <= FRESH_SIGN_IN_MINUTES * 60_000,
  refuse: async (ctx, memberId, detail) => {
    await events.record({ memberId, kind: 'fresh_sign_in_required', device: deviceOf(ctx), detail })
    throw new HttpError(
      403,
      FRESH_SIGN_IN_REQUIRED,
      `To protect your account, please sign in again before this: ${detail}.`,
    )
  },
  record: (ctx, memberId, kind, detail) =>
    events.record({ memberId, kind, device: deviceOf(ctx), ...(detail !== undefined && { detail }) }),
})
