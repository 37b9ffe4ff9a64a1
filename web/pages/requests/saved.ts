import * as z from 'zod/mini'
import { TransferRequest } from '../../../api/contract/requests.ts'
import { readSaved } from '../../flow/read-saved.ts'
import type { AnswerState } from './machine.ts'

/** Raised when the shape changes: what another version kept is dropped. */
const SAVED_VERSION = 1

const Saved = z.object({
  version: z.literal(SAVED_VERSION),
  step: z.enum(['review', 'checking']),
  answer: z.object({
    request: TransferRequest,
    action: z.enum(['approve', 'decline', 'cancel']),
    key: z.uuid(),
  }),
})

/** What of a state survives a reload, as text; null when nothing should. */
export const savedOf = (state: AnswerState): string | null => {
  if (state.step === 'review')
    return JSON.stringify({ version: SAVED_VERSION, step: 'review', answer: state.answer })
  // After a reload nobody waits for the answer any more: it has to be asked for.
  return state.step === 'processing' || state.step === 'checking'
    ? JSON.stringify({ version: SAVED_VERSION, step: 'checking', answer: state.answer })
    : null
}

/** The state to go on from; null when there is none or it is of another version. */
export const restoredFrom = (text: string | null): AnswerState | null => {
  const saved = readSaved(Saved, text)
  if (saved === null) return null
  const { step, answer } = saved
  return step === 'review' ? { step, answer, problem: null } : { step, answer, mayRetry: false }
}
