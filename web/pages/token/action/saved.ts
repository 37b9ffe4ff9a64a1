import * as z from 'zod/mini'
import { savedBinding } from '../../../flow/saved.ts'
import { Action, type Composing, type Intent, type Paid, ProposalDraft } from './machine.ts'

/** What survives a reload: the proposal draft, the review, or the sent action, whose outcome is then requested. */
export const saved = savedBinding<Intent, Paid, Composing, Composing>({
  version: 1,
  intent: z.object({ action: Action, key: z.uuid() }),
  form: z.object({ step: z.literal('composing'), draft: ProposalDraft }),
  storedFormOf: (state) => (state.step === 'composing' ? state : null),
  formOf: (kept) => kept,
})
