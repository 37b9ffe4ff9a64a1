import { isNear, plainForm } from './look-alikes.ts'

/** Words that only we may use, and our names. */
const RESERVED_WORDS = [
  'abuse', 'account', 'accounts', 'admin', 'administrator', 'anonymous', 'assistance', 'bank', 'billing', 'care',
  'compliance', 'contact', 'customer', 'everyone', 'finance', 'fraud', 'help', 'helpdesk', 'hotline', 'info', 'legal',
  'mod', 'moderator', 'noreply', 'official', 'operator', 'owner', 'payment', 'payments', 'postmaster', 'refund',
  'refunds', 'root', 'security', 'service', 'staff', 'support', 'sysadmin', 'system', 'team', 'treasury', 'trust',
  'verified', 'verify', 'webmaster',
].map(plainForm) // prettier-ignore
const OUR_NAMES = ['youtility', 'tellepathy'].map(plainForm)
/** First names that are near a reserved word. */
const FIRST_NAMES = new Set(['amin', 'frau', 'taff'])

/** Words that a person's name never has. The other reserved words can be surnames: they alone make no name. */
const NEVER_NAMES = new Set(
  [
    'admin', 'administrator', 'billing', 'compliance', 'customer', 'fraud', 'helpdesk', 'hotline', 'moderator',
    'noreply', 'official', 'payments', 'postmaster', 'refund', 'refunds', 'security', 'staff', 'support', 'sysadmin',
    'treasury', 'verified', 'webmaster',
  ].map(plainForm),
) // prettier-ignore

const isReserved = (plain: string): boolean => RESERVED_WORDS.includes(plain)

/** Whether a plain form contains one of our names, or one that is a slip away from it. */
export const containsOurName = (plain: string): boolean =>
  OUR_NAMES.some((name) => {
    for (let from = 0; from < plain.length; from++)
      for (let length = name.length - 1; length <= name.length + 1; length++)
        if (isNear(plain.slice(from, from + length), name)) return true
    return false
  })

/**
 * Whether a handle could be mistaken for one of ours: it contains one of our names, or a reserved word is a part of it
 * or the whole, also with look-alikes for letters or with one slip (`youtlity`, `supp0rt`, `adrnin`, `help_desk2`).
 */
export const isReservedHandle = (handle: string): boolean => {
  const whole = plainForm(handle)
  if (containsOurName(whole)) return true
  const parts = [handle, ...handle.split('_')].flatMap((part) => [part, part.replace(/(?<!\d)\d+$/, '')])
  return parts
    .map(plainForm)
    .some((part) => !FIRST_NAMES.has(part) && RESERVED_WORDS.some((word) => isNear(part, word)))
}

/** Whether the words of a name, in plain forms, speak for us. */
export const speaksForUs = (words: readonly string[]): boolean =>
  words.some((word) => NEVER_NAMES.has(word)) || (words.length > 0 && words.every(isReserved))
