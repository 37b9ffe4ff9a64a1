import type { Payout, PayoutOrder } from '../paying-bank.ts'

/** A transfer at Increase as a payout: what became of it, and what it was ordered as. */
export interface KnownPayout {
  readonly payout: Payout
  readonly cents: number
  readonly routingNumber: string
  readonly accountNumber: string
}

/** One of Increase's kinds of transfer. Errors are the client's own. */
export interface Network {
  order(order: PayoutOrder): Promise<KnownPayout>
  /** The transfer that a key made; null when it made none of this kind. */
  find(key: string): Promise<KnownPayout | null>
}

/** Whether a transfer is the one that is ordered. */
export const isSame = (
  { cents, routingNumber, accountNumber }: KnownPayout,
  { cents: ordered, to }: PayoutOrder,
): boolean =>
  BigInt(cents) === ordered && routingNumber === to.routingNumber && accountNumber === to.accountNumber

/** Cents as Increase takes them, a JSON number. */
export const centsOf = ({ cents }: Pick<PayoutOrder, 'cents'>): number => {
  const number = Number(cents)
  if (!Number.isSafeInteger(number) || number <= 0) throw new RangeError('Not an amount that can be paid out')
  return number
}

/** Letters that payment networks carry, at most so many of them: accents fall off, other scripts do too. */
export const plain = (text: string, lettersMax: number): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, lettersMax)
    .trim() || 'Account holder'

/** Codes of transfers that Increase stopped, or somebody at its dashboard. */
export const STOPPED = { rejected: 'bank_rejected', canceled: 'bank_canceled' } as const

/** What the receiving bank shows as the payer, and for what. */
export const PAYER = 'Youtility'
export const PURPOSE = 'Withdrawal'
