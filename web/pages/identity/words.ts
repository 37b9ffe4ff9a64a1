import type { IdentityCheck } from '../../../api/contract/identity-check.ts'
import { longDate } from '../../ui/time-format.ts'
import { t } from '../../texts/texts.ts'

type Reason = NonNullable<IdentityCheck['reason']>

/** Why a check did not succeed, and what to do about it. */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  document_expired: t('The document has expired. Use one that is still valid.'),
  document_unreadable: t(
    'The document could not be read. Photograph all of it, in good light and without glare.',
  ),
  document_type: t(
    'This kind of document is not accepted. Use a passport, an identity card or a driving licence with a photo.',
  ),
  country_unsupported: t(
    'Documents of this country are not accepted yet. If you have one of another country, use that.',
  ),
  selfie_mismatch: t('The face in the selfie is not the one on the document. Use a document of your own.'),
  selfie_unusable: t('The selfie could not be used. Take it in good light, with nobody else in it.'),
  under_age: t('You have to be 18 or older to be verified.'),
  consent_declined: t('You did not agree to be checked. Without that it cannot be verified who you are.'),
  device_unsupported: t('Your device has no camera that can be used. Try again on a phone.'),
  other: t('It could not be told from what you showed. Try again, with another document if you have one.'),
}

const day = (at: string | null): string => (at === null ? '' : longDate(Date.parse(at)))

/** What the page says first: where the member stands, and what that means. */
export const standingWords = ({
  state,
  waits_for: waitsFor,
  verified_until: until,
  reason,
}: IdentityCheck): { readonly title: string; readonly text: string } => {
  switch (state) {
    case 'unverified':
      return {
        title: t('Not verified yet'),
        text: t(
          'It takes about five minutes. Have a passport, an identity card or a driving licence at hand, and a device with a camera.',
        ),
      }
    case 'pending':
      return waitsFor === 'provider'
        ? {
            title: t('Being checked'),
            text: t(
              'What you showed is being looked at. That takes minutes, sometimes a day. You may leave this page: you will be told.',
            ),
          }
        : {
            title: t('Not finished yet'),
            text: t('You began a check and can go on with it.'),
          }
    case 'verified':
      return {
        title: t('Verified'),
        text: t('It holds until {day}. You will be told before it lapses.', { day: day(until) }),
      }
    case 'rejected':
      return { title: t('Could not be verified'), text: REASON_WORDS[reason ?? 'other'] }
    case 'lapsed':
      return {
        title: t('Lapsed'),
        text: t('You were verified until {day}. Renewing it takes about five minutes.', { day: day(until) }),
      }
    case 'unfamiliar':
      return { title: t('Something new'), text: t('A newer version of the app shows what it is.') }
    default:
      return state satisfies never
  }
}

/** The label of the button; null where there is nothing to begin. */
export const beginWords = ({
  state,
  waits_for: waitsFor,
  can_begin: canBegin,
}: IdentityCheck): string | null => {
  if (!canBegin) return null
  if (waitsFor === 'member') return t('Go on')
  if (state === 'verified' || state === 'lapsed') return t('Renew it')
  return state === 'rejected' ? t('Try again') : t('Verify my identity')
}
