import type { Pool } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { HANDLE_CHANGE_DAYS } from '../contract/profile.ts'
import { HttpError } from '../http/errors.ts'
import { isReservedHandle } from '../identity/reserved-words.ts'
import type { FormerMembers } from '../identity/former-members.ts'
import { assertNoFormerHandle, isHandleTaken, type Members } from '../identity/members.ts'
import { inTransaction } from '../database/database.ts'

const PAUSE_MS = HANDLE_CHANGE_DAYS * DAY_MS

/** When a handle changed at `changedAt` can be changed again; null: now. */
export const handleChangeableAt = (changedAt: Date | null, now: Date): Date | null => {
  if (changedAt === null) return null
  const at = new Date(changedAt.getTime() + PAUSE_MS)
  return at > now ? at : null
}

const refuse = (code: string, sentence: string) =>
  new HttpError(422, code, sentence, { fields: { handle: sentence } })

const taken = () => refuse('handle_taken', 'This handle is taken. Please choose another.')

/** Records the change; changes no row while the last change is too recent. */
const TURN = `
  insert into app.profile as known (member_id, handle_changed_at, credential_stale) values ($1, $2, true)
  on conflict (member_id) do update set handle_changed_at = $2, credential_stale = true,
    revision = known.revision + 1
  where known.handle_changed_at is null or known.handle_changed_at <= $3`

/**
 * Changes a member's handle, once in 30 days at most. The old one stays theirs: nobody else can take it, and looking it
 * up still finds them.
 * @throws {HttpError} 422 taken, reserved, or too soon; nothing has changed
 */
export const changeHandle = async (
  {
    pool,
    clock,
    members,
    formerMembers,
  }: {
    readonly pool: Pool
    readonly clock: Clock
    readonly members: Pick<Members, 'invalidate'>
    readonly formerMembers: Pick<FormerMembers, 'isFormerHandle'>
  },
  memberId: string,
  handle: string,
): Promise<void> => {
  const now = clock()
  if (isReservedHandle(handle)) throw taken()
  try {
    await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        'update app.member set handle = $2 where id = $1 and lower(handle) <> $2',
        [memberId, handle],
      )
      // It is the member's handle already.
      if (rowCount === 0) return
      await assertNoFormerHandle(formerMembers, client, handle)
      const turn = await client.query(TURN, [memberId, now, new Date(now.getTime() - PAUSE_MS)])
      if (turn.rowCount === 0)
        throw refuse(
          'handle_changed_recently',
          `A handle can be changed once in ${HANDLE_CHANGE_DAYS} days. Please try again later.`,
        )
    })
  } catch (error) {
    throw isHandleTaken(error) ? taken() : error
  } finally {
    members.invalidate(memberId)
  }
}
