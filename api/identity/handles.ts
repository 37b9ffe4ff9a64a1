import { randomInt } from 'node:crypto'

const HANDLE_MAX = 30
/** Leaves room for the number that makes a handle unique. */
const STEM_MAX = 24

/** Words that nobody but us may speak with, and the names we go by. */
const RESERVED_WORDS = new Set([
  'abuse', 'account', 'accounts', 'admin', 'administrator', 'anonymous', 'bank', 'billing', 'compliance', 'contact',
  'everyone', 'finance', 'fraud', 'help', 'helpdesk', 'info', 'legal', 'mod', 'moderator', 'noreply', 'official',
  'operator', 'owner', 'payments', 'postmaster', 'refund', 'refunds', 'root', 'security', 'service', 'staff',
  'support', 'sysadmin', 'system', 'team', 'treasury', 'trust', 'verified', 'verify', 'webmaster',
]) // prettier-ignore
const RESERVED_NAMES = ['youtility', 'tellepathy']

/** Digits that are read as letters. */
const READ_AS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }
const asRead = (text: string): string => text.replaceAll(/[0134578]/g, (digit) => READ_AS[digit] ?? digit)
/** What cannot be told apart at a glance becomes one: `l` and `i` in `y0utl1lty`. */
const blurred = (text: string): string => asRead(text).replaceAll('l', 'i')

/**
 * Whether a handle would pass for one of ours: our names anywhere in it, also with digits for letters, or one
 * of our words as a part of it or as the whole (`youtility_support`, `supp0rt`, `help_desk2`).
 */
export const isReservedHandle = (handle: string): boolean => {
  const plain = handle.toLowerCase()
  const whole = plain.replaceAll('_', '')
  if (RESERVED_NAMES.some((name) => blurred(whole).includes(blurred(name)))) return true
  const words = [whole, ...plain.split('_')].flatMap((word) => [word, word.replace(/\d+$/, ''), asRead(word)])
  return words.some((word) => RESERVED_WORDS.has(word))
}

/** A name in `[a-z0-9_]`; empty when nothing of it can be written so. */
const plainOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, STEM_MAX)
    .replaceAll(/^_+|_+$/g, '')

const fitting = (plain: string): string | null => (plain.length < 3 || isReservedHandle(plain) ? null : plain)

/** Who a handle is made for, as the identity provider names them. */
export interface Named {
  readonly givenName: string
  readonly familyName: string
}

/**
 * Handles to try in turn: the given name, the whole name, then random numbers. Never made of the e-mail address:
 * a handle is public, and whoever sees it would know half of the address.
 */
export function* handleCandidates({ givenName, familyName }: Named): Generator<string> {
  const given = fitting(plainOf(givenName))
  const whole = fitting(plainOf(`${givenName} ${familyName}`))
  if (given) yield given
  if (whole && whole !== given) yield whole
  const stem = given ?? whole ?? 'member'
  for (;;) yield `${stem}_${randomInt(1000, 99_999)}`.slice(0, HANDLE_MAX)
}
