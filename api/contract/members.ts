import * as z from 'zod/mini'
import { MemberIdentifier } from './fields.ts'
import { defineOperations, member } from './operation.ts'

/** A member as shown to somebody who is about to pay them. */
export const Payee = z.object({
  name: z.string(),
  handle: z.string(),
  did: z.string(),
  /** The caller has sent them money before. */
  known: z.boolean(),
  /**
   * Somebody else for whom a payee that was never paid could be taken: their handle, and whether the caller has paid
   * them before or has them among their contacts. Absent: nobody.
   */
  resembles: z.optional(z.object({ handle: z.string(), paid: z.boolean() })),
})
export type Payee = z.infer<typeof Payee>

export const memberOperations = defineOperations({
  lookupMember: member.get('/api/members/lookup', {
    summary: 'Whom a handle, e-mail address or DID belongs to; exact matches only',
    query: z.strictObject({ identifier: MemberIdentifier }),
    response: Payee,
  }),
})
