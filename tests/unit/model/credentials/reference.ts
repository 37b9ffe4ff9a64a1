import type { IssuedType } from '../../../../api/contract/credentials.ts'
import { DAY, refuse, type Books } from '../books.ts'
import type { CredentialIntent } from './intents.ts'

interface ReferenceCredential {
  /** ms; Infinity where it does not expire. */
  readonly validUntil: number
  /** What it says about the member. */
  readonly name: string
  revoked: 'member' | 'superseded' | null
}

export const createCredentialReference = ({ now }: Books) => {
  /** All that were ever issued, by member and type, oldest first; at most the last is in force. */
  const issued = new Map<string, ReferenceCredential[]>()
  const names = new Map<string, string>()
  const stale = new Set<string>()

  const allOf = (member: string, type: IssuedType): ReferenceCredential[] => {
    const key = `${member} ${type}`
    const known = issued.get(key) ?? []
    issued.set(key, known)
    return known
  }

  const issue = (member: string, type: IssuedType): string => {
    const all = allOf(member, type)
    const last = all.at(-1)
    const name = type === 'ProfileCredential' ? (names.get(member) ?? '') : ''
    if (last?.revoked === null) {
      if (last.validUntil > now() && last.name === name) return 'current'
      last.revoked = 'superseded'
    }
    const validUntil = type === 'ProfileCredential' ? now() + 365 * DAY : Infinity
    all.push({ validUntil, name, revoked: null })
    return 'made'
  }

  return {
    issued: issued as ReadonlyMap<string, readonly Readonly<ReferenceCredential>[]>,
    complete: (): void => {
      for (const member of stale)
        if (allOf(member, 'ProfileCredential').at(-1)?.revoked === null) issue(member, 'ProfileCredential')
      stale.clear()
    },
    take: (intent: CredentialIntent): string => {
      switch (intent.do) {
        case 'issue credential':
          return issue(intent.member, intent.type)
        case 'revoke credential': {
          if (intent.by !== intent.member) refuse('credential_not_found')
          const credential = allOf(intent.member, intent.type)[intent.place] ?? refuse('credential_not_found')
          credential.revoked ??= 'member'
          return 'done'
        }
        case 'change profile':
          names.set(intent.member, intent.name)
          stale.add(intent.member)
          return 'done'
      }
    },
  }
}
