import { lineOf } from '../../projections/activity/queries.ts'
import { transferById } from '../../projections/activity/transfers.ts'
import { caseViews } from '../cases/views.ts'
import { operations } from '../contract/operations.ts'
import type { BodyOf } from '../contract/operation.ts'
import type { Movement } from '../contract/movements.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { freshToAsked } from '../http/reading.ts'
import { inTables, type PersonalData } from '../identity/personal-data.ts'
import type { WalletArea } from './context.ts'
import { activitiesOf } from './history.ts'

const NOTE = 'select note from app.movement_note where member_id = $1 and activity_id = $2'

/** The case that the member has made of a movement; null if none. */
const reportOf = async (area: WalletArea, memberId: string, id: string): Promise<Movement['report']> => {
  const row = await area.cases.about(memberId, 'movement', id)
  const [view] = row === null ? [] : await caseViews(area, memberId, [row])
  if (view === undefined) return null
  const said = view.entries.findLast(({ by }) => by === 'member')
  return { reason: view.reason, details: said?.text ?? '', reported_at: view.opened_at, case: view }
}

/** @throws {HttpError} 404 the member has no movement with this id */
const movementFor = async (area: WalletArea, memberId: string, id: string): Promise<Movement> => {
  const line = await lineOf(area.pool, memberId, id)
  if (!line) throw new HttpError(404, 'movement_not_found', 'You have no movement with this id.')
  const [[activity], transfer, { rows }, report] = await Promise.all([
    activitiesOf(area, [line]),
    line.transferId === null ? null : transferById(area.pool, line.transferId),
    area.pool.query<{ note: string }>({ name: 'read_movement_note', text: NOTE, values: [memberId, id] }),
    reportOf(area, memberId, id),
  ])
  if (activity === undefined) throw new Error('a line of activity has a view')
  return {
    ...activity,
    sent_at: transfer?.sentAt ?? null,
    completed_at: transfer?.completedAt ?? null,
    note: rows[0]?.note ?? null,
    report,
  }
}

const writeNote = async (
  { pool, clock }: WalletArea,
  memberId: string,
  id: string,
  { note }: BodyOf<(typeof operations)['setMovementNote']>,
): Promise<unknown> =>
  note === null || note.trim() === ''
    ? pool.query({
        name: 'delete_movement_note',
        text: 'delete from app.movement_note where member_id = $1 and activity_id = $2',
        values: [memberId, id],
      })
    : pool.query({
        name: 'write_movement_note',
        text: `insert into app.movement_note (member_id, activity_id, note, changed_at) values ($1, $2, $3, $4)
          on conflict (member_id, activity_id) do update set note = $3, changed_at = $4`,
        values: [memberId, id, note, clock()],
      })

/** Registers the routes of one movement: what it is, the member's note, and that something is wrong with it. */
export const registerMovements = (api: ApiRouter, area: WalletArea): void => {
  registerOperation(api, operations.getMovement, async ({ member, params, minPosition }) => {
    await freshToAsked(api, area, minPosition, ['activity'])
    return movementFor(area, member.id, params.id)
  })
  registerOperation(api, operations.setMovementNote, async ({ member, params, body }) => {
    await movementFor(area, member.id, params.id)
    await writeNote(area, member.id, params.id, body)
    return movementFor(area, member.id, params.id)
  })
  registerOperation(api, operations.reportMovement, async ({ member, params, body }) => {
    await movementFor(area, member.id, params.id)
    const { reason, details: text } = body
    await area.cases.report({ memberId: member.id, kind: 'movement', subject: params.id, reason, text })
    return movementFor(area, member.id, params.id)
  })
}

/** What the member has written about movements. */
export const movementsData: PersonalData = inTables(
  'movements',
  `select jsonb_build_object(
    'notes', (select coalesce(jsonb_agg(to_jsonb(n) - 'member_id' order by n.changed_at), '[]')
      from app.movement_note n where n.member_id = $1)) as data`,
  [
    'delete from app.movement_note where member_id = $1',
    // A process of the release before may have written there.
    'delete from app.movement_report where member_id = $1',
  ],
)
