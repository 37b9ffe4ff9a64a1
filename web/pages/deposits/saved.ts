import * as z from 'zod/mini'
import { readSaved } from '../../flow/read-saved.ts'
import type { FundsState, Intent } from './machine.ts'

/** Raised when the shape changes: drafts of another version are dropped, intents of another one ignored. */
export const SAVED_VERSION = 1

const Method = z.enum(['card', 'ach', 'internal_transfer'])
const texts = { amount: z.string(), from: z.string(), message: z.string() }
const SavedDraft = z.object({ method: z.nullable(Method), ...texts })
const SubmittedDraft = z.object({ method: Method, ...texts })
const SavedIntent = z.object({ draft: SubmittedDraft, key: z.uuid() })
const version = z.literal(SAVED_VERSION)
const Saved = z.discriminatedUnion('step', [
  z.object({ version, step: z.literal('method'), draft: SavedDraft }),
  z.object({ version, step: z.literal('amount'), draft: SubmittedDraft }),
  z.object({
    version,
    step: z.literal('bank_details'),
    draft: z.object({ method: z.literal('ach'), ...texts }),
  }),
  z.object({
    version,
    step: z.literal('transfer_details'),
    draft: z.object({ method: z.literal('internal_transfer'), ...texts }),
  }),
  z.object({ version, step: z.literal('checking'), intent: SavedIntent }),
])
type Saved = z.infer<typeof Saved>

const kept = (state: FundsState): Saved | null => {
  switch (state.step) {
    case 'method':
    case 'amount':
    case 'bank_details':
    case 'transfer_details':
      return Saved.parse({ version: SAVED_VERSION, step: state.step, draft: state.draft })
    case 'error':
      return { version: SAVED_VERSION, step: 'method', draft: state.draft }
    case 'processing':
    case 'confirming':
    case 'settling':
    case 'checking':
      // After a reload nobody waits for the answer any more: it has to be asked for.
      return { version: SAVED_VERSION, step: 'checking', intent: state.intent }
    case 'closed':
    case 'success':
      return null
    default:
      return state satisfies never
  }
}

/** What of a state survives a reload, as text; null when nothing should. Never a bank or card number. */
export const savedOf = (state: FundsState): string | null => {
  const saved = kept(state)
  return saved === null ? null : JSON.stringify(saved)
}

/** The state to go on from; null when there is none or it is of another version. */
export const restoredFrom = (text: string | null): FundsState | null => {
  const saved = readSaved(Saved, text)
  if (saved === null) return null
  switch (saved.step) {
    case 'method':
      return { step: 'method', draft: saved.draft }
    case 'amount':
      return { step: 'amount', draft: saved.draft, problems: {}, notice: null }
    case 'bank_details':
      return { step: 'bank_details', draft: saved.draft, problems: {}, notice: null }
    case 'transfer_details':
      return { step: 'transfer_details', draft: saved.draft, problems: {}, notice: null }
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
