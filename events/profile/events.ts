import * as z from 'zod'
import { derivedId } from '../ids.ts'

/** Facts about one member beyond their wallet, the stream `member-{id}`: ids only. */
const STREAM_PREFIX = 'member-'
export const memberStream = (memberId: string): string => `${STREAM_PREFIX}${memberId}`
export const isMemberStream = (streamId: string): boolean => streamId.startsWith(STREAM_PREFIX)

export const MemberEvent = z.object({
  /** The account is closed; from here on the member is an id and nothing else. Stands behind WalletClosed. */
  type: z.literal('MemberErased'),
  data: z.strictObject({ memberId: z.uuid() }),
})
export type MemberEvent = z.infer<typeof MemberEvent>

/** The schema version that is written. */
export const MEMBER_SCHEMA_VERSION = 1

/**
 * Reads a stored event at the boundary.
 * @throws {Error} naming the event, when it is of a type or shape this code does not know
 */
export const parseMemberEvent = (stored: { id: string; type: string; data: unknown }): MemberEvent => {
  const parsed = MemberEvent.safeParse({ type: stored.type, data: stored.data })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(
    `Event ${stored.id} of type ${stored.type} is not a known member event: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  )
}

/** A member is erased once. */
export const memberEventId = ({ type, data }: MemberEvent): string => derivedId(type, data.memberId)
