import * as z from 'zod/mini'
import { savedBinding } from '../../../flow/saved.ts'
import { Action, Draft, isRepeatable } from './actions.ts'
import type { Form, Intent, Result } from './machine.ts'

const StoredForm = z.object({ step: z.literal('composing'), draft: Draft })

/** What survives a reload: the form, the review, or the sent intent, whose outcome is then requested by its key. */
export const saved = savedBinding<Intent, Result, Form, z.infer<typeof StoredForm>>({
  version: 1,
  intent: z.object({ action: Action, key: z.uuid() }),
  form: StoredForm,
  storedFormOf: (state) => {
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
