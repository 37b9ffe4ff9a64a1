import * as z from 'zod/mini'
import { savedBinding } from '../../flow/saved.ts'
import type { Form, Intent, Receipt } from './machine.ts'

const Method = z.enum(['card', 'ach', 'internal_transfer'])
const texts = { amount: z.string(), from: z.string(), message: z.string() }
const SavedDraft = z.object({ method: z.nullable(Method), ...texts })
const SubmittedDraft = z.object({ method: Method, ...texts })
const KeptForm = z.discriminatedUnion('step', [
  z.object({ step: z.literal('method'), draft: SavedDraft }),
  z.object({ step: z.literal('amount'), draft: SubmittedDraft }),
  z.object({
    step: z.literal('bank_details'),
    draft: z.object({ method: z.literal('ach'), ...texts }),
  }),
  z.object({
    step: z.literal('transfer_details'),
    draft: z.object({ method: z.literal('internal_transfer'), ...texts }),
  }),
])
type KeptForm = z.infer<typeof KeptForm>

/**
 * What survives a reload: the draft, or the submitted intent, whose outcome is then requested by its key. Never
 * a bank or card number.
 */
export const saved = savedBinding<Intent, Receipt, Form, KeptForm>({
  version: 1,
  intent: z.object({ draft: SubmittedDraft, key: z.uuid() }),
  form: KeptForm,
  storedFormOf: (state) => {
    switch (state.step) {
      case 'method':
      case 'amount':
      case 'bank_details':
      case 'transfer_details':
        return KeptForm.parse({ step: state.step, draft: state.draft })
      case 'error':
        return { step: 'method', draft: state.intent.draft }
      case 'closed':
      // These steps are saved by their intent.
      case 'confirming':
      case 'settling':
        return null
      default:
        return state satisfies never
    }
  },
  formOf: (form) => (form.step === 'method' ? form : { ...form, problems: {}, notice: null }),
})
