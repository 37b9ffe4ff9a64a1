import * as z from 'zod/mini'
import { Currency } from '../../../../api/contract/fields.ts'
import { Payee } from '../../../../api/contract/members.ts'
import { savedBinding } from '../../../flow/saved.ts'
import type { Draft, Form, Intent, Receipt } from './machine.ts'

const SavedDraft = z.object({
  variant: z.enum(['unified', 'any', 'usd', 'token']),
  to: z.string(),
  currency: Currency,
  amount: z.string(),
  message: z.string(),
})

interface Kept {
  readonly step: 'details'
  readonly draft: Draft
}

/** A reload goes on with what was typed, with the review, or asks what became of a transfer. */
export const saved = savedBinding<Intent, Receipt, Form, Kept>({
  version: 2,
  intent: z.object({ draft: SavedDraft, payee: Payee, key: z.uuid() }),
  form: z.object({ step: z.literal('details'), draft: SavedDraft }),
  kept: (state) => {
    switch (state.step) {
      case 'details':
      case 'looking_up':
        return { step: 'details', draft: state.draft }
      case 'error':
        return { step: 'details', draft: state.intent.draft }
      case 'closed':
        return null
      default:
        return state satisfies never
    }
  },
  formOf: ({ draft }) => ({ step: 'details', draft, problems: {} }),
})
