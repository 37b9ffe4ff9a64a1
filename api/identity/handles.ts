import { randomInt } from 'node:crypto'
import { isReservedHandle } from './reserved-words.ts'

const HANDLE_MAX = 30
/** Leaves room for the number that makes a handle unique. */
const STEM_MAX = 24

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
  /** The whole name, for providers that tell no parts of it; null: none. */
  readonly name: string | null
}

/**
 * Handles to try in turn: the given name, the full name, then random numbers. Never derived from the e-mail address: a
 * handle is public and would reveal half of the address.
 */
export function* handleCandidates({ givenName, familyName, name }: Named): Generator<string> {
  const given = fitting(plainOf(givenName))
  // Some providers repeat the e-mail address as the name.
  const rest = name === null || name.includes('@') ? '' : name
  const whole = fitting(plainOf(`${givenName} ${familyName}`.trim() || rest))
  if (given) yield given
  if (whole && whole !== given) yield whole
  const stem = given ?? whole ?? 'member'
  for (;;) yield `${stem}_${randomInt(1000, 99_999)}`.slice(0, HANDLE_MAX)
}
