import * as z from 'zod/mini'
import { ById, Id, MemberIdentifier, Timestamp } from './fields.ts'
import { defineOperations, member } from './operation.ts'

/** How many members one can block. */
export const BLOCKED_MAX = 1_000

/** A member whom the caller has blocked. */
export const BlockedMember = z.object({
  /** Of the entry, to unblock them by. */
  id: Id,
  name: z.string(),
  /** Empty for a former member. */
  handle: z.string(),
  blocked_at: Timestamp,
})
export type BlockedMember = z.infer<typeof BlockedMember>

export const blockedOperations = defineOperations({
  listBlockedMembers: member.get('/api/members/blocked', {
    batchable: true,
    summary: 'Whom the member has blocked, the latest first',
    response: z.object({ blocked: z.array(BlockedMember) }),
  }),
  blockMember: member.post('/api/members/blocked', {
    summary:
      'Blocks a member, who is not told: what they look up, ask and send is answered as if nobody had the handle; safe to repeat',
    body: z.strictObject({ identifier: MemberIdentifier }),
    response: z.object({ blocked: BlockedMember }),
    status: 201,
  }),
  unblockMember: member.delete('/api/members/blocked/{id}', {
    summary: 'Unblocks a member',
    params: ById,
    status: 204,
  }),
})
