import type { Credential, CredentialType, Verdict } from '../../../api/contract/credentials.ts'
import { t } from '../../texts/texts.ts'

/** The credential's specific type, such as "ProfileCredential". */
export const typeOf = ({ type }: Pick<Credential, 'type'>): string =>
  type.find((one) => one !== 'VerifiableCredential') ?? 'VerifiableCredential'

/** Label of each verdict. */
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

/** Title and description of each type. */
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

/** Message when issuing a credential failed for an unknown reason. */
export const NOT_ISSUED = t('The credential could not be issued.')
