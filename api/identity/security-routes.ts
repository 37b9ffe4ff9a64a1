import { operations } from '../contract/operations.ts'
import { deviceOf } from '../http/fresh-sign-in.ts'
import { pageOf, placeOf } from '../http/paging.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import type { OwnSessions } from './own-sessions.ts'
import { assertMaySilenceBy } from './waits-under-way.ts'
import type { Platform } from '../platform.ts'

/** The calls about a member's own sessions and security trail. */
export const registerSecurity = (
  api: ApiRouter,
  { sessions, securityEvents, pool, clock }: Pick<Platform, 'sessions' | 'securityEvents' | 'pool' | 'clock'>,
  ownSessions: OwnSessions,
): void => {
  const assertMaySilence = assertMaySilenceBy(api, pool, clock)
  registerOperation(api, operations.listSessions, async ({ member, ctx }) => ({
    sessions: await ownSessions.list(member.id, sessions.hash(ctx)),
  }))
  registerOperation(api, operations.endSession, async ({ member, params, ctx }) => {
    await assertMaySilence(ctx, member.id)
    const detail = await ownSessions.end(member.id, params.id, deviceOf(ctx))
    await securityEvents.record({ memberId: member.id, kind: 'session_ended', device: deviceOf(ctx), detail })
    return undefined
  })
  registerOperation(api, operations.endOtherSessions, async ({ member, ctx }) => {
    await assertMaySilence(ctx, member.id)
    const ended = await ownSessions.endOthers(member.id, sessions.hash(ctx), deviceOf(ctx))
    const detail = `${ended} ended`
    await securityEvents.record({
      memberId: member.id,
      kind: 'sessions_ended',
      device: deviceOf(ctx),
      detail,
    })
    return { ended }
  })
  registerOperation(api, operations.listSecurityEvents, async ({ member, query: { limit, cursor } }) => {
    const found = await securityEvents.page(member.id, limit + 1, placeOf(cursor))
    const { page, next_cursor } = pageOf(found, limit, (last) => last.id)
    return { events: [...page], next_cursor }
  })
}
