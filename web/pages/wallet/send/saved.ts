import * as z from 'zod/mini'
import { Payee } from '../../../../api/contract/members.ts'
import { savedBinding } from '../../../flow/saved.ts'
import { Draft, type Form, type Intent, type Receipt } from './machine.ts'

const StoredForm = z.object({ step: z.literal('details'), draft: Draft })

/** What survives a reload: the form, the review, or the sent transfer, whose outcome is then requested by its key. */
export const saved = savedBinding<Intent, Receipt, Form, z.infer<typeof StoredForm>>({
  version: 2,
  intent: z.object({ draft: Draft, payee: Payee, key: z.uuid() }),
  form: StoredForm,
  storedFormOf: (state) => {
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
