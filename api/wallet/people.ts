/** What the wallet shows of a member: never more. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly handle: string
}

/** What the wallet asks of the identity area. */
export interface People {
  /** Whom a handle, e-mail address or DID belongs to; exact matches only. */
  find(identifier: string): Promise<Person | null>
  /** Members by id; those that are gone are missing. */
  byIds(ids: readonly string[]): Promise<ReadonlyMap<string, Person>>
}

/** Shown for a member whose account was erased. */
export const formerMember = { name: 'Former member', handle: '' } as const
