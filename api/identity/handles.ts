import { randomInt } from 'node:crypto'

const HANDLE_MAX = 30
/** Leaves room for the number that makes a handle unique. */
const STEM_MAX = 24

/** Words that only we may use, and our names. */
const RESERVED_WORDS = new Set([
  'abuse', 'account', 'accounts', 'admin', 'administrator', 'anonymous', 'bank', 'billing', 'compliance', 'contact',
  'everyone', 'finance', 'fraud', 'help', 'helpdesk', 'info', 'legal', 'mod', 'moderator', 'noreply', 'official',
  'operator', 'owner', 'payments', 'postmaster', 'refund', 'refunds', 'root', 'security', 'service', 'staff',
  'support', 'sysadmin', 'system', 'team', 'treasury', 'trust', 'verified', 'verify', 'webmaster',
]) // prettier-ignore
const RESERVED_NAMES = ['youtility', 'tellepathy']

/** Digits that look like letters. */
const READ_AS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }
const asRead = (text: string): string => text.replaceAll(/[0134578]/g, (digit) => READ_AS[digit] ?? digit)
/** Maps characters that look alike to one: `l` and `i` in `y0utl1lty`. */
const blurred = (text: string): string => asRead(text).replaceAll('l', 'i')

/**
 * Whether a handle could be mistaken for one of ours: it contains one of our names, also with digits for letters, or a
 * reserved word as a part or as the whole (`youtility_support`, `supp0rt`, `help_desk2`).
 */
export const isReservedHandle = (handle: string): boolean => {
  const plain = handle.toLowerCase()
  const whole = plain.replaceAll('_', '')
  if (RESERVED_NAMES.some((name) => blurred(whole).includes(blurred(name)))) return true
  const words = [whole, ...plain.split('_')].flatMap((word) => [
    word,
    word.replace(/(?<!\d)\d+$/, ''),
    asRead(word),
  ])
  return words.some((word) => RESERVED_WORDS.has(word))
}

/** A name reduced to `[a-z0-9_]`; empty when nothing remains. */
const plainOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, STEM_MAX)
    .replaceAll(/^_+|(?<!_)_+$/g, '')

const fitting = (plain: string): string | null => (plain.length < 3 || isReservedHandle(plain) ? null : plain)

/** Names at the identity provider of the person who needs a handle. */
export interface Named {
  readonly givenName: string
  readonly familyName: string
}

/**
 * Handles to try in turn: the given name, the full name, then random numbers. Never derived from the e-mail address: a
 * handle is public and would reveal half of the address.
 */
export function* handleCandidates({ givenName, familyName }: Named): Generator<string> {
  const given = fitting(plainOf(givenName))
  const whole = fitting(plainOf(`${givenName} ${familyName}`))
  if (given) yield given
  if (whole && whole !== given) yield whole
  const stem = given ?? whole ?? 'member'
  for (;;) yield `${stem}_${randomInt(1000, 99_999)}`.slice(0, HANDLE_MAX)
}
