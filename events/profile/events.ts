import type * as z from 'zod'
import { fact, Id } from '../facts.ts'
import { defineEvents } from '../stream.ts'

/** The account is closed; from now on only the member's id is left. Always after WalletClosed. */
export const MemberEvent = fact('MemberErased', ['memberId'], { memberId: Id })
export type MemberEvent = z.infer<typeof MemberEvent>

/** Facts about one member beyond their wallet, the stream `member-{id}`: ids only. */
export const memberEvents = defineEvents({ prefix: 'member-', schema: MemberEvent, version: 1 })
