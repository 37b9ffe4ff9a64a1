import * as z from 'zod/mini'
import { ProposalType, VoteType } from '../../../../api/contract/token.ts'
import { readSaved } from '../../../flow/read-saved.ts'
import type { ActionState, Intent } from './machine.ts'

/** Raised when the shape changes: what is kept of another version is dropped. */
export const SAVED_VERSION = 1

const SavedDraft = z.object({
  title: z.string(),
  description: z.string(),
  type: ProposalType,
  days: z.number(),
})
const SavedAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['stake', 'unstake']), amount: z.string() }),
  z.object({ kind: z.literal('claim'), amount: z.string() }),
  z.object({
    kind: z.literal('vote'),
    proposalId: z.string(),
    title: z.string(),
    vote: VoteType,
    before: z.nullable(VoteType),
    weight: z.string(),
    endsAt: z.string(),
  }),
  z.object({ kind: z.literal('propose'), draft: SavedDraft }),
])
const SavedIntent = z.object({ action: SavedAction, key: z.uuid() })
const Saved = z.discriminatedUnion('step', [
  z.object({ version: z.literal(SAVED_VERSION), step: z.literal('composing'), draft: SavedDraft }),
  z.object({ version: z.literal(SAVED_VERSION), step: z.literal('review'), intent: SavedIntent }),
  z.object({ version: z.literal(SAVED_VERSION), step: z.literal('checking'), intent: SavedIntent }),
])

/** What of a state survives a reload, as text; null when nothing should. */
export const savedOf = (state: ActionState): string | null => {
  const version = SAVED_VERSION
  switch (state.step) {
    case 'closed':
      return null
    case 'composing':
      return JSON.stringify({ version, step: 'composing', draft: state.draft })
    case 'review':
      return JSON.stringify({ version, step: 'review', intent: state.intent })
    case 'processing':
    case 'checking':
      // After a reload nobody waits for the answer any more: it has to be asked for.
      return JSON.stringify({ version, step: 'checking', intent: state.intent })
    default:
      return state satisfies never
  }
}

/** The state to go on from; null when there is none or it is of another version. */
export const restoredFrom = (text: string | null): ActionState | null => {
  const saved = readSaved(Saved, text)
  if (saved === null) return null
  switch (saved.step) {
    case 'composing':
      return { step: 'composing', draft: saved.draft }
    case 'review':
      return { step: 'review', intent: saved.intent, problem: null }
    case 'checking':
      return { step: 'checking', intent: saved.intent, mayRetry: false }
    default:
      return saved satisfies never
  }
}

/** An intent read back from the device; null when it is of another shape. */
export const savedIntentOf = (draft: unknown): Intent | null => {
  const parsed = SavedIntent.safeParse(draft)
  return parsed.success ? parsed.data : null
}
