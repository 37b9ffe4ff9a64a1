import type { Pool } from 'pg'
import type { Payee } from '../contract/members.ts'
import type { Blocks } from './blocks.ts'
import { nearForms, plainForm } from './look-alikes.ts'
import type { Member } from './members.ts'

/** Members whose handles look like the payee's, or are a slip away. Handles stay different in their plain forms. */
const NEAR_MEMBERS = {
  name: 'handles-near',
  text: `select handle, member_id from app.handle where plain = any($1) and member_id <> all($2) order by handle`,
}
/** The member's contacts whose handles are the payee's, or near; the payee's own first. */
const NEAR_CONTACTS = {
  name: 'contacts-near',
  text: `select handle_key as handle, handle_key = $3 as exact from app.contact
    where member_id = $1 and handle_plain = any($2)
    order by handle_key = $3 desc, handle_key limit 1`,
}
/**
 * The handle of somebody else for whom a payee could be taken: an earlier payee of the member, or one of their contacts.
 * Undefined when there is none, or when the payee is a contact themselves and nobody else was paid who looks like them, or
 * they were paid as well: who was paid outweighs a contact, which a program or a file may have changed. Asks indexes alone, whatever the number of
 * members; contacts are the member's own.
 * Whoever has blocked the member is nobody here too.
 */
export const resemblanceOf = async (
  {
    pool,
    blocks,
    paidAmong,
  }: {
    readonly pool: Pool
    readonly blocks: Pick<Blocks, 'blockersOf'>
    /** Whom of these the member has paid. */
    readonly paidAmong: (memberId: string, ids: readonly string[]) => Promise<readonly string[]>
  },
  memberId: string,
  payee: Pick<Member, 'id' | 'handle'>,
): Promise<Payee['resembles']> => {
  const near = nearForms(plainForm(payee.handle))
  const blockers = await blocks.blockersOf(memberId)
  const [members, contacts] = await Promise.all([
    pool.query<{ handle: string; member_id: string }>({
      ...NEAR_MEMBERS,
      values: [near, [payee.id, memberId, ...blockers]],
    }),
    pool.query<{ handle: string; exact: boolean }>({
      ...NEAR_CONTACTS,
      values: [memberId, near, payee.handle],
    }),
  ])
  const [contact] = contacts.rows
  const paid =
    members.rows.length === 0
      ? []
      : await paidAmong(memberId, [payee.id, ...members.rows.map(({ member_id: id }) => id)])
  const before = members.rows.find(({ member_id: id }) => paid.includes(id))
  const isContact = contact?.exact === true
  if (isContact && (!before || paid.includes(payee.id))) return undefined
  if (before) return { handle: before.handle, paid: true }
  return contact && { handle: contact.handle, paid: false }
}
