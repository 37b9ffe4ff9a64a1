import { randomInt } from 'node:crypto'

const HANDLE_MAX = 30
/** Leaves room for the number that makes a handle unique. */
const STEM_MAX = 24

/** Names that would look like ours. */
const RESERVED = new Set([
  'admin',
  'administrator',
  'help',
  'official',
  'root',
  'security',
  'support',
  'system',
  'youtility',
])

export const isReservedHandle = (handle: string): boolean => RESERVED.has(handle)

/** The handle that an e-mail address suggests: its local part in `[a-z0-9_]`, 3 to 24 characters. */
export const handleStem = (email: string): string => {
  const local = email.slice(0, email.lastIndexOf('@')).replace(/\+.*$/, '')
  const plain = local
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, STEM_MAX)
    .replaceAll(/^_+|_+$/g, '')
  if (plain === '') return 'member'
  return plain.length < 3 || isReservedHandle(plain) ? `member_${plain}`.slice(0, STEM_MAX) : plain
}

/** Handles to try in turn: the stem itself, a few small numbers, then random ones. */
export function* handleCandidates(email: string): Generator<string> {
  const stem = handleStem(email)
  yield stem
  for (let number = 2; number <= 5; number++) yield `${stem}${number}`
  for (;;) yield `${stem}_${randomInt(1000, 99_999)}`.slice(0, HANDLE_MAX)
}
