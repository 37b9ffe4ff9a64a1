import type { ReportReason } from '../../api/contract/cases.ts'
import { type Movement, movementOperations } from '../../api/contract/movements.ts'
import { cases } from './cases.ts'
import { call } from './client.ts'
import { refreshDocument } from './refresh.ts'
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
export const writeNote = async (id: string, note: string): Promise<void> => {
  await call(movementOperations.setMovementNote, {
    params: { id },
    body: { note: note.trim() === '' ? null : note },
  })
  await refreshDocument(movementOf(id))
}

/** Says that something is wrong with a movement. Rejects as `call` does. */
export const reportMovement = async (id: string, reason: ReportReason, details: string): Promise<void> => {
  await call(movementOperations.reportMovement, { params: { id }, body: { reason, details } })
  await Promise.all([refreshDocument(movementOf(id)), refreshDocument(cases)])
}
