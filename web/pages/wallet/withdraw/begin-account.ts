import { signInFirst } from '../../../parts/sign-in-first.ts'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { t } from '../../../texts/texts.ts'
import type { WithdrawFlow } from './flow.ts'

/** Begins a new bank account, after a sign-in where that is the only proof; the member comes back to its form. */
export const useBeginAccount = (
  flow: WithdrawFlow,
): { readonly running: boolean; readonly begin: (typedAmount: string) => void } => {
  const { running, run } = useAttempt()
  const begin = (typedAmount: string) => {
    const amount = typedAmount.trim()
    const query = new URLSearchParams({ withdraw: '1', account: 'new', ...(amount !== '' && { amount }) })
    const why = t(
      'Sign in again to add a bank account. This protects you if someone gets hold of your device.',
    )
    void run(() =>
      signInFirst(why, `/wallet?${query.toString()}`, () => flow.dispatch({ type: 'began_account' })),
    )
  }
  return { running, begin }
}
