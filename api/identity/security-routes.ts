import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import { deviceOf } from '../http/fresh-sign-in.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { readPosition } from '../http/position.ts'
import type { Sessions } from '../http/sessions.ts'
import type { OwnSessions } from './own-sessions.ts'
import type { SecurityEvents } from '../security-trail/security-events.ts'

const placeOf = (cursor: string | undefined): bigint | undefined => {
  if (cursor === undefined) return undefined
  const place = readPosition(cursor)
  if (place !== undefined) return place
  const sentence = 'This cursor is not valid. Start again without one.'
  throw new HttpError(400, 'invalid_cursor', sentence, { fields: { cursor: sentence } })
}

/** The calls about a member's own sessions and security trail. */
export const registerSecurity = (
  api: ApiRouter,
  {
    sessions,
    ownSessions,
    securityEvents,
  }: {
    readonly sessions: Sessions
    readonly ownSessions: OwnSessions
    readonly securityEvents: SecurityEvents
  },
): void => {
  registerOperation(api, operations.listSessions, async ({ member, ctx }) => ({
    sessions: await ownSessions.list(member.id, sessions.hash(ctx)),
  }))
  registerOperation(api, operations.endSession, async ({ member, params, ctx }) => {
    const detail = await ownSessions.end(member.id, params.id.toLowerCase())
    await securityEvents.note({ memberId: member.id, kind: 'session_ended', device: deviceOf(ctx), detail })
    return undefined
  })
  registerOperation(api, operations.endOtherSessions, async ({ member, ctx }) => {
    const ended = await ownSessions.endOthers(member.id, sessions.hash(ctx))
    const detail = `${ended} ended`
    await securityEvents.note({ memberId: member.id, kind: 'sessions_ended', device: deviceOf(ctx), detail })
    return { ended }
  })
  registerOperation(api, operations.listSecurityEvents, async ({ member, query: { limit, cursor } }) => {
    const found = await securityEvents.page(member.id, limit + 1, placeOf(cursor))
    const events = found.slice(0, limit)
    return { events, next_cursor: found.length > limit ? (events.at(-1)?.id ?? null) : null }
  })
}
