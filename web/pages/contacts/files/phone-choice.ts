/** One of the numbers that an address book has of somebody. */
export interface PhoneCandidate {
  readonly number: string
  /** What it is called, in lower case: "cell", "home fax", "mobile phone", in English and as other Outlooks say it. */
  readonly kind: string
  /** 1 is the one preferred most; without a word about it 101 (RFC 6350, 5.3 has 1 to 100). */
  readonly preference: number
}

export const NO_PREFERENCE = 101

const MACHINE = /fax|pager|modem|bbs|isdn|telex|textphone|tty|tdd|x400/
const MOBILE = /cell|mobil|iphone|handy|m[oó]vil|portable/
/** Reaches the person, but not first: somebody else may answer. */
const BESIDE =
  /assistant|assistent|company main|main company|callback|radio|car phone|autotelefon|firma haupt|msg/

/** 0 is what one would call first; null what nobody calls. */
const rank = ({ kind }: PhoneCandidate): number | null => {
  if (MACHINE.test(kind)) return /voice|cell|mobil/.test(kind) ? 3 : null
  if (MOBILE.test(kind)) return 0
  return BESIDE.test(kind) ? 2 : 1
}

/** The number one would call: a mobile one first, then as preferred, then as they stand; empty where there is none. */
export const numberToCall = (candidates: readonly PhoneCandidate[]): string => {
  const callable = candidates.flatMap((candidate) => {
    const order = rank(candidate)
    return order === null || candidate.number.trim() === '' ? [] : [{ ...candidate, order }]
  })
  const [best] = callable.toSorted(
    (one, other) => one.order - other.order || one.preference - other.preference,
  )
  return best?.number.trim() ?? ''
}
