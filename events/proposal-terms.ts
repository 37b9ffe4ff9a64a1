import * as z from 'zod'
import { EncryptedText } from './encrypted-text.ts'
import { NotNegative, Time } from './facts.ts'

export const ProposalType = z.enum(['parameter_change', 'feature_request', 'other'])
export type ProposalType = z.infer<typeof ProposalType>

/** What a proposal says, with the end of its voting, and its proposer's stake then, in millionths of a YUT. */
export const ProposalTerms = {
  title: EncryptedText,
  description: EncryptedText,
  proposalType: ProposalType,
  endsAt: Time,
  power: NotNegative,
}
export type ProposalTerms = z.infer<z.ZodObject<typeof ProposalTerms>>
