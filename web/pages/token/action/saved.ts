import * as z from 'zod/mini'
import { savedBinding } from '../../../flow/saved.ts'
import { Action, type Composing, type Intent, type Paid, ProposalDraft } from './machine.ts'

/** A reload goes on with what was written, with the review, or asks what became of an action. */
export const saved = savedBinding<Intent, Paid, Composing, Composing>({
  version: 1,
  intent: z.object({ action: Action, key: z.uuid() }),
  form: z.object({ step: z.literal('composing'), draft: ProposalDraft }),
  kept: (state) => (state.step === 'composing' ? state : null),
  formOf: (kept) => kept,
})
