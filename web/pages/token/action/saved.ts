import * as z from 'zod/mini'
import { ProposalType, VoteType } from '../../../../api/contract/governance.ts'
import { savedBinding } from '../../../flow/saved.ts'
import type { Composing, Intent, Paid } from './machine.ts'

const SavedDraft = z.object({
  title: z.string(),
  description: z.string(),
  type: ProposalType,
  days: z.number(),
})
const SavedAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['stake', 'unstake']), amount: z.string() }),
  z.object({ kind: z.literal('claim'), amount: z.string() }),
  z.object({
    kind: z.literal('vote'),
    proposalId: z.string(),
    title: z.string(),
    vote: VoteType,
    before: z.nullable(VoteType),
    weight: z.string(),
    endsAt: z.string(),
  }),
  z.object({ kind: z.literal('propose'), draft: SavedDraft }),
])
/** A reload goes on with what was written, with the review, or asks what became of an action. */
export const saved = savedBinding<Intent, Paid, Composing, Composing>({
  version: 1,
  intent: z.object({ action: SavedAction, key: z.uuid() }),
  form: z.object({ step: z.literal('composing'), draft: SavedDraft }),
  kept: (state) => (state.step === 'composing' ? state : null),
  formOf: (kept) => kept,
})
