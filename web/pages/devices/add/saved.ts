import * as z from 'zod/mini'
import { savedBinding } from '../../../flow/saved.ts'
import type { Editing, Order } from './machine.ts'
import { AddValues } from './values.ts'

const StoredForm = z.object({ step: z.literal('editing'), draft: AddValues })

/** What survives a reload: the form's values, or the order, whose outcome is then requested by its key. */
export const saved = savedBinding<Order, null, Editing, z.infer<typeof StoredForm>>({
  version: 2,
  intent: z.object({ draft: AddValues, key: z.uuid() }),
  form: StoredForm,
  storedFormOf: (state) => (state.step === 'editing' ? { step: 'editing', draft: state.draft } : null),
  formOf: ({ draft }) => ({ step: 'editing', draft, problem: null }),
})
