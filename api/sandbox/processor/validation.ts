import { DAY_MS } from '../../../events/calendar.ts'
import type { Proof, Validation } from '../../deposits/processor.ts'
import type { AccountBehaviour } from './plan.ts'

/** What the sandbox sends, as its test accounts say: Stripe's own test values. */
const AMOUNTS = [32, 45]
const CODE = 'SM11AA'

/** Real days for an answer: the sandbox's own may be seconds, which nobody can type in. */
const ANSWERABLE_MS = 10 * DAY_MS

/** Most accounts are found valid at once, as by a processor that asks their bank. */
export const validationOf = (
  behaviour: AccountBehaviour,
  {
    reference,
    now,
    daySeconds,
  }: { readonly reference: string; readonly now: Date; readonly daySeconds: number },
): Validation =>
  behaviour === 'amounts' || behaviour === 'code'
    ? {
        state: 'asked',
        reference: `validation_sandbox_${behaviour}_${reference}`,
        asks: behaviour,
        arrivesBy: new Date(now.getTime() + daySeconds * 1_000),
        until: new Date(now.getTime() + ANSWERABLE_MS),
      }
    : { state: 'valid' }

/** Whether an answer is what was sent, in any order of the amounts. */
export const isProof = (reference: string, proof: Proof): boolean =>
  'code' in proof
    ? reference.includes('_code_') && proof.code === CODE
    : reference.includes('_amounts_') && String(proof.amounts.toSorted((a, b) => a - b)) === String(AMOUNTS)
