import type * as z from 'zod'
import { fact, Id } from '../facts.ts'
import { defineEvents } from '../stream.ts'

/** The account is closed; from here on the member is an id and nothing else. Stands behind WalletClosed. */
export const MemberEvent = fact('MemberErased', ['memberId'], { memberId: Id })
export type MemberEvent = z.infer<typeof MemberEvent>

/** Facts about one member beyond their wallet, the stream `member-{id}`: ids only. */
export const memberEvents = defineEvents({ prefix: 'member-', schema: MemberEvent, version: 1 })
