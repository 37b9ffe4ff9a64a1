import * as fc from 'fast-check'
import type { CredentialType, IssuedType } from '../../../../api/contract/credentials.ts'
import { MEMBERS } from '../members.ts'
import { nth, rightly, type Wish, type Wishes } from '../wish.ts'

export const CREDENTIAL_PROCESSES = ['complete credentials'] as const
export type CredentialProcess = (typeof CREDENTIAL_PROCESSES)[number]

export type CredentialIntent =
  | { readonly do: 'issue credential'; readonly member: string; readonly type: CredentialType }
  /** `by` asks to revoke what `member` was issued; see {@link Seen} for its place. */
  | {
      readonly do: 'revoke credential'
      readonly by: string
      readonly member: string
      readonly type: IssuedType
      readonly place: number
    }
  | { readonly do: 'change profile'; readonly member: string; readonly name: string }

const type = fc.constantFrom<CredentialType>(
  'ProfileCredential',
  'ProfileCredential',
  'YoutilityMemberCredential',
)

export const credentialWishes = (member: fc.Arbitrary<string>): Wishes<CredentialIntent> => [
  [
    4,
    fc.tuple(member, type).map(([who, what]): Wish<CredentialIntent> => () => ({
      do: 'issue credential',
      member: who,
      type: what,
    })),
  ],
  [
    3,
    fc.tuple(fc.nat(), rightly).map(([n, isRight]): Wish<CredentialIntent> => ({ credentials }) => {
      const credential = nth(credentials, n)
      if (!credential) return null
      const stranger = MEMBERS.find((one) => one !== credential.memberId) ?? ''
      const by = isRight ? credential.memberId : stranger
      return { do: 'revoke credential', by, ...credential, member: credential.memberId }
    }),
  ],
  [
    3,
    fc.tuple(member, fc.constantFrom('A', 'B')).map(([who, name]): Wish<CredentialIntent> => () => ({
      do: 'change profile',
      member: who,
      name,
    })),
  ],
]
