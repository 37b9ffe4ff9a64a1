import { defineStream } from '../stream.ts'
import { memberEvents, type MemberEvent } from './events.ts'

/** Whether a member is erased, folded from their stream. */
type MemberState = { readonly status: 'present' } | { readonly status: 'erased' }

/** How a member's stream is read and folded. */
export const memberKind = defineStream<MemberState, MemberEvent>(memberEvents, {
  initialState: () => ({ status: 'present' }),
  evolve: () => ({ status: 'erased' }),
})

/** Erases a member; nothing when they are erased already. Pure. */
export const decideErasure = (memberId: string, { status }: MemberState): MemberEvent[] =>
  status === 'present' ? [{ type: 'MemberErased', data: { memberId } }] : []
