import type { LedgerEvent } from '../ledger-event.ts'

/** The facts that may leave a balance below zero: they take back money that may be spent already. */
const TAKES_BACK: ReadonlySet<LedgerEvent['type']> = new Set([
  'DepositReversed',
  'DepositTakenBack',
  'DebtTakenOver',
])

/** Whether it takes back what a deposit credited, or moves a debt that came about so. */
export const takesBack = ({ type }: Pick<LedgerEvent, 'type'>): boolean => TAKES_BACK.has(type)
