import { transferRequestEvents } from '../../events/requests/events.ts'
import { boolean } from '../columns.ts'
import type { Projection } from '../projection.ts'
import { insert, statement } from '../statements.ts'
import { requestChanges } from './changes.ts'
import { transferRequest } from './table.ts'

const add = insert(transferRequest)

const moveOn = statement(
  { name: 'transfer_request_move', writes: 'transfer_request' },
  {
    ...transferRequest.pick(
      'id',
      'status',
      'position',
      'answerId',
      'answeredAt',
      'transferId',
      'approvedPosition',
    ).columns,
    keepsAnswer: boolean,
  },
  ({ source }) => `
    update transfer_request as known set status = given.status, position = given.position,
      answer_id = case when given.keeps_answer then known.answer_id else given.answer_id end,
      answered_at = case when given.keeps_answer then coalesce(known.answered_at, given.answered_at)
        else given.answered_at end,
      transfer_id = given.transfer_id,
      approved_position = coalesce(known.approved_position, given.approved_position)
    from ${source} where known.id = given.id`,
)

/** Every transfer request with its status: table `transfer_request`. */
export const requestsProjection: Projection = {
  name: 'requests',
  version: 1,
  follows: transferRequestEvents.isStream,
  apply: (batch) => {
    const { requested, moved } = requestChanges(batch)
    return [...add(requested), ...moveOn(moved)]
  },
}
