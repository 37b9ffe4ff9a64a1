import * as z from 'zod/mini'
import { PoolType, RiskProfile } from '../../../../api/contract/pools.ts'
import { readSaved } from '../../../flow/read-saved.ts'
import type { ActionState, Intent } from './machine.ts'

/** Raised when the shape changes: what is kept of another version is dropped. */
export const SAVED_VERSION = 1

const SavedPool = z.object({ id: z.string(), name: z.string() })
const SavedCreate = z.object({
  kind: z.literal('create'),
  name: z.string(),
  type: PoolType,
  risk: RiskProfile,
  initial: z.string(),
  target: z.string(),
  autoPay: z.boolean(),
})
const SavedAmount = z.object({ kind: z.enum(['add', 'withdraw']), pool: SavedPool, amount: z.string() })
const SavedSettings = z.object({
  kind: z.literal('settings'),
  pool: SavedPool,
  autoPay: z.boolean(),
  target: z.string(),
})
const SavedBill = z.object({
  id: z.string(),
  title: z.string(),
  period: z.string(),
  amountCents: z.int(),
  dueOn: z.string(),
})
const SavedDraft = z.discriminatedUnion('kind', [SavedCreate, SavedAmount, SavedSettings])
const SavedAction = z.discriminatedUnion('kind', [
  SavedCreate,
  SavedAmount,
  SavedSettings,
  z.object({ kind: z.literal('close'), pool: SavedPool, valueCents: z.int() }),
  z.object({ kind: z.literal('pay'), bill: SavedBill }),
  z.object({ kind: z.literal('wallet_fallback'), allowed: z.boolean() }),
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
    case 'managing':
    case 'success':
      return null
    case 'composing':
      return JSON.stringify({ version, step: 'composing', draft: state.draft })
    case 'review':
      return JSON.stringify({ version, step: 'review', intent: state.intent })
    case 'error': {
      const { action } = state.intent
      return action.kind === 'create' ? JSON.stringify({ version, step: 'composing', draft: action }) : null
    }
    case 'processing':
    case 'checking': {
      const { kind } = state.intent.action
      // Settings are not asked for by key: nobody knows them by one.
      if (kind === 'settings' || kind === 'wallet_fallback') return null
      // After a reload nobody waits for the answer any more: it has to be asked for.
      return JSON.stringify({ version, step: 'checking', intent: state.intent })
    }
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
      return { step: 'composing', draft: saved.draft, problems: {} }
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
