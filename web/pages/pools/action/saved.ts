import * as z from 'zod/mini'
import { PoolType, RiskProfile } from '../../../../api/contract/pools.ts'
import { savedBinding } from '../../../flow/saved.ts'
import { type Draft, isRepeatable } from './actions.ts'
import type { Form, Intent, Result } from './machine.ts'

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
interface Kept {
  readonly step: 'composing'
  readonly draft: Draft
}

/** A reload goes on with what was typed, with the review, or asks what became of it. */
export const saved = savedBinding<Intent, Result, Form, Kept>({
  version: 1,
  intent: z.object({ action: SavedAction, key: z.uuid() }),
  form: z.object({ step: z.literal('composing'), draft: SavedDraft }),
  kept: (state) => {
    switch (state.step) {
      case 'composing':
        return { step: 'composing', draft: state.draft }
      case 'error': {
        const { action } = state.intent
        return action.kind === 'create' ? { step: 'composing', draft: action } : null
      }
      case 'closed':
      case 'managing':
        return null
      default:
        return state satisfies never
    }
  },
  formOf: ({ draft }) => ({ step: 'composing', draft, problems: {} }),
  isAskable: ({ action }) => !isRepeatable(action),
})
