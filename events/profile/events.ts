import * as z from 'zod'
import { derivedId } from '../ids.ts'
import { defineEvents } from '../stream.ts'

export const MemberEvent = z.object({
  /** The account is closed; from here on the member is an id and nothing else. Stands behind WalletClosed. */
  type: z.literal('MemberErased'),
  data: z.strictObject({ memberId: z.uuid() }),
})
export type MemberEvent = z.infer<typeof MemberEvent>

/** A member is erased once. */
const memberEventId = ({ type, data }: MemberEvent): string => derivedId(type, data.memberId)

/** Facts about one member beyond their wallet, the stream `member-{id}`: ids only. */
export const memberEvents = defineEvents({
  prefix: 'member-',
  schema: MemberEvent,
  version: 1,
  idOf: memberEventId,
})
