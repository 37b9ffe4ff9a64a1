import * as z from 'zod/mini'
import { ProposalType, VoteType } from '../../../../api/contract/governance.ts'
import { bindingMachine, CLOSED } from '../../../flow/machine.ts'
import { savedBinding } from '../../../flow/saved.ts'

/** Draft of a proposal. */
export const ProposalDraft = z.object({
  title: z.string(),
  description: z.string(),
  type: ProposalType,
  days: z.number(),
})
export type ProposalDraft = Readonly<z.infer<typeof ProposalDraft>>

export const EMPTY_PROPOSAL: ProposalDraft = { title: '', description: '', type: 'parameter_change', days: 7 }

/** Token actions besides sending. Amounts are plain decimals in YUT. */
export const Action = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['stake', 'unstake']), amount: z.string() }),
  /** `amount` is the estimate when the review opened; the server determines the paid amount. */
  z.object({ kind: z.literal('claim'), amount: z.string() }),
  z.object({
    kind: z.literal('vote'),
    proposalId: z.string(),
    title: z.string(),
    vote: VoteType,
    /** The vote that this one replaces; null when there is none. */
    before: z.nullable(VoteType),
    /** Governance power when the review opened, in YUT. */
    weight: z.string(),
    /** End of voting, ISO 8601 time. */
    endsAt: z.string(),
  }),
  z.object({ kind: z.literal('propose'), draft: ProposalDraft }),
])
export type Action = Readonly<z.infer<typeof Action>>

const Intent = z.object({ action: Action, key: z.uuid() })
/** One action with its idempotency key. */
export type Intent = Readonly<z.infer<typeof Intent>>

/** The amount that a claim paid, in YUT; null when unknown and for other actions. */
export type Paid = string | null

/** The form of a proposal, in the dialog; the page has the forms of all other actions. */
export interface Composing {
  readonly step: 'composing'
  readonly draft: ProposalDraft
}
export type OwnEvent = { readonly type: 'composed' | 'drafted'; readonly draft: ProposalDraft }

const composing = (draft: ProposalDraft): Composing => ({ step: 'composing', draft })

/** Pure transition function of the flow. The dialog closes with the outcome, which the page shows. */
export const transition = bindingMachine<Intent, Paid, Composing, OwnEvent>({
  own: (state, event) => {
    const opens = state.step === 'closed' && event.type === 'composed'
    const changes = state.step === 'composing' && event.type === 'drafted'
    return opens || changes ? composing(event.draft) : null
  },
  beforeReview: ({ action }) => (action.kind === 'propose' ? composing(action.draft) : CLOSED),
  concluded: (outcome) => ({ step: 'closed', last: outcome }),
})

/** What survives a reload: the proposal draft, the review, or the sent action, whose outcome is then requested. */
export const saved = savedBinding({
  version: 1,
  intent: Intent,
  form: { schema: z.object({ draft: ProposalDraft }), restored: ({ draft }) => composing(draft) },
})
