import * as z from 'zod/mini'
import { Currency } from '../../../../api/contract/fields.ts'
import { Payee } from '../../../../api/contract/members.ts'
import { readSaved } from '../../../flow/read-saved.ts'
import type { Intent, SendState } from './machine.ts'

/** Raised when the shape changes: drafts of another version are dropped, intents of another one ignored. */
export const SAVED_VERSION = 2

const SavedDraft = z.object({
  variant: z.enum(['unified', 'any', 'usd', 'token']),
  to: z.string(),
  currency: Currency,
  amount: z.string(),
  message: z.string(),
})
const SavedIntent = z.object({ draft: SavedDraft, payee: Payee, key: z.uuid() })
const Saved = z.discriminatedUnion('step', [
  z.object({ version: z.literal(SAVED_VERSION), step: z.literal('details'), draft: SavedDraft }),
  z.object({ version: z.literal(SAVED_VERSION), step: z.literal('confirm'), intent: SavedIntent }),
  z.object({ version: z.literal(SAVED_VERSION), step: z.literal('checking'), intent: SavedIntent }),
])

/** What of a state survives a reload, as text; null when nothing should. */
export const savedOf = (state: SendState): string | null => {
  const version = SAVED_VERSION
  switch (state.step) {
    case 'details':
    case 'looking_up':
    case 'error':
      return JSON.stringify({ version, step: 'details', draft: state.draft })
    case 'confirm':
      return JSON.stringify({ version, step: 'confirm', intent: state.intent })
    case 'processing':
    case 'checking':
      // After a reload nobody waits for the answer any more: it has to be asked for.
      return JSON.stringify({ version, step: 'checking', intent: state.intent })
    case 'closed':
    case 'success':
      return null
    default:
      return state satisfies never
  }
}

/** The state to go on from; null when there is none or it is of another version. */
export const restoredFrom = (text: string | null): SendState | null => {
  const saved = readSaved(Saved, text)
  if (saved === null) return null
  switch (saved.step) {
    case 'details':
      return { step: 'details', draft: saved.draft, problems: {} }
    case 'confirm':
      return { step: 'confirm', intent: saved.intent, problem: null }
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
