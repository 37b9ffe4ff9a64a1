import type { ReportReason } from '../../api/contract/cases.ts'
import { type Movement, movementOperations } from '../../api/contract/movements.ts'
import { cases } from './cases.ts'
import { changing } from './changing.ts'
import { answerOf, type DocumentSource } from './sources.ts'

const sources = new Map<string, DocumentSource<Movement>>()

/** One movement with the member's note and report; the same object for the same id. */
export const movementOf = (id: string): DocumentSource<Movement> => {
  const known =
    sources.get(id) ?? answerOf(`movement:${id}`, movementOperations.getMovement, { params: { id } })
  sources.set(id, known)
  return known
}

/** Sets the member's note; an empty one removes it. Rejects as `call` does. */
export const writeNote = (id: string, note: string) =>
  changing(movementOf(id))(movementOperations.setMovementNote, {
    params: { id },
    body: { note: note.trim() === '' ? null : note },
  })

/** Says that something is wrong with a movement. Rejects as `call` does. */
export const reportMovement = (id: string, reason: ReportReason, details: string) =>
  changing(movementOf(id), cases)(movementOperations.reportMovement, {
    params: { id },
    body: { reason, details },
  })
