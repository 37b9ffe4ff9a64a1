import type { Activity } from '../../../../api/contract/wallet.ts'
import type { Meaning } from '../../../parts/money.tsx'
import type { Tone } from '../../../ui/badge.tsx'

/** Kinds whose meaning does not follow from the sign: moves within the member's own money, and reversals. */
export const MEANINGS: Readonly<Partial<Record<Activity['kind'], Meaning>>> = {
  stake: 'moved',
  unstake: 'moved',
  pool_contribution: 'moved',
  pool_contribution_returned: 'moved',
  pool_proceeds: 'moved',
  deposit_reversed: 'lost',
}

export const TONES: Readonly<Record<Exclude<Activity['status'], 'completed'>, Tone>> = {
  processing: 'warning',
  returned: 'debit',
  failed: 'debit',
  unfamiliar: 'neutral',
}
