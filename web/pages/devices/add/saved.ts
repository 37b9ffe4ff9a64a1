import * as z from 'zod/mini'
import { savedBinding } from '../../../flow/saved.ts'
import type { Editing, Order } from './machine.ts'
import { AddValues } from './values.ts'

const Kept = z.object({ step: z.literal('editing'), draft: AddValues })

/** A reload goes on with what was typed, or asks what became of an order. */
export const saved = savedBinding<Order, null, Editing, z.infer<typeof Kept>>({
  version: 2,
  intent: z.object({ draft: AddValues, key: z.uuid() }),
  form: Kept,
  kept: (state) => (state.step === 'editing' ? { step: 'editing', draft: state.draft } : null),
  formOf: ({ draft }) => ({ step: 'editing', draft, problem: null }),
})
