import type { Credential, CredentialType, Verdict } from '../../../api/contract/credentials.ts'
import { t } from '../../texts/texts.ts'

/** What a credential is, in its own word: "ProfileCredential". */
export const typeOf = ({ type }: Pick<Credential, 'type'>): string =>
  type.find((one) => one !== 'VerifiableCredential') ?? 'VerifiableCredential'

/** Each verdict in a word. */
export const VERDICT_WORD: Readonly<Record<Verdict, string>> = {
  valid: t('Verified'),
  tampered: t('Tampered'),
  not_yet_valid: t('Not valid yet'),
  expired: t('Expired'),
  revoked: t('Revoked'),
  foreign_issuer: t('Foreign issuer'),
  unsupported: t('Not readable'),
  unknown: t('Not checked'),
}

/** What each type says of its holder. */
export const TYPES: readonly {
  readonly type: CredentialType
  readonly title: string
  readonly says: string
}[] = [
  {
    type: 'YoutilityMemberCredential',
    title: t('Member Credential'),
    says: t('That you are a member of Youtility, and since when.'),
  },
  {
    type: 'ProfileCredential',
    title: t('Profile Credential'),
    says: t('What you chose to share on your public profile.'),
  },
]

/** Said when one could not be had for no reason that is known. */
export const NOT_ISSUED = t('The credential could not be issued.')
