import type { Person } from '../contract/person.ts'
import type { Members } from './members.ts'

/** Shown for a member whose account was erased. */
const FORMER_MEMBER: Person = { name: 'Former member', handle: '' }

/** Reads the names of a page of ids in one query; unknown ids are former members. */
export const namesOf = async (
  members: Pick<Members, 'byIds'>,
  ids: readonly (string | null)[],
): Promise<(id: string) => Person> => {
  const found = await members.byIds([...new Set(ids.filter((id) => id !== null))])
  return (id) => {
    const member = found.get(id)
    return member ? { name: member.name, handle: member.handle } : FORMER_MEMBER
  }
}
