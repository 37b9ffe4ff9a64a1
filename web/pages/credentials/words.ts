import type { Credential, CredentialType, Verdict } from '../../../api/contract/credentials.ts'

/** What a credential is, in its own word: "ProfileCredential". */
export const typeOf = ({ type }: Pick<Credential, 'type'>): string =>
  type.find((one) => one !== 'VerifiableCredential') ?? 'VerifiableCredential'

/** Each verdict in a word. */
export const VERDICT_WORD: Readonly<Record<Verdict, string>> = {
  valid: 'Verified',
  tampered: 'Tampered',
  not_yet_valid: 'Not valid yet',
  expired: 'Expired',
  revoked: 'Revoked',
  foreign_issuer: 'Foreign issuer',
  unsupported: 'Not readable',
  unknown: 'Not checked',
}

/** What each type says of its holder. */
export const TYPES: readonly {
  readonly type: CredentialType
  readonly title: string
  readonly says: string
}[] = [
  {
    type: 'YoutilityMemberCredential',
    title: 'Member Credential',
    says: 'That you are a member of Youtility, and since when.',
  },
  {
    type: 'ProfileCredential',
    title: 'Profile Credential',
    says: 'What you chose to share on your public profile.',
  },
]
