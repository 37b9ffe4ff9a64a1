import * as z from 'zod'

/** How a member can vote on a proposal. */
export const Vote = z.enum(['for', 'against', 'abstain'])
export type Vote = z.infer<typeof Vote>
