import { withdrawalOperations, type Withdrawal } from '../../../../api/contract/withdrawals.ts'
import { asAnswered, calling, flowCall } from '../../../flow/attempt.ts'
import { createFlow, type Flow, type FlowMember, onePerMember } from '../../../flow/create-flow.ts'
import { amountText } from '../send/amount-text.ts'
import { saveAccount, type TypedAccount } from './account-call.ts'
import { type Form, type Intent, type OwnEvent, saved, transition } from './machine.ts'
import { t } from '../../../texts/texts.ts'

export interface WithdrawFlow extends Flow<Intent, Withdrawal, Form, OwnEvent> {
  /** The bank account being typed, never stored; forms read it to fill themselves in again. */
  readonly typed: () => TypedAccount | null
  readonly type: (account: TypedAccount) => void
}

const FAILED = t('Your withdrawal was refused')

/** The form's field for each field of the server's request. */
const FIELDS: Readonly<Record<string, string>> = {
  amount_usd: 'amount',
  // Of the wallet's own rules: what is held, the limits.
  amount: 'amount',
  bank_account_id: 'accountId',
  rail: 'rail',
  fee_usd: 'rail',
}

const createWithdrawFlow = (member: FlowMember): WithdrawFlow => {
  let typed: TypedAccount | null = null
  const flow = createFlow<Intent, Withdrawal, Form, OwnEvent>({
    member,
    name: 'withdraw',
    kind: 'withdrawal',
    transition,
    saved,
    offered: (state) => {
      const { amount } = 'intent' in state ? state.intent.draft : state.draft
      const sum = amountText(amount, 'USD')
      return sum === null ? null : t('Continue withdrawing {amount}?', { amount: sum })
    },
    ...calling(
      ({ draft, account, feeUsd }: Intent) =>
        flowCall(
          withdrawalOperations.withdraw,
          {
            body: {
              bank_account_id: account.id,
              amount_usd: draft.amount,
              rail: draft.rail,
              // What was reviewed: a fee that has changed since is refused.
              fee_usd: feeUsd,
            },
          },
          asAnswered,
        ),
      () => FAILED,
      (field) => FIELDS[field],
    ),
    entered: async (state, signal, dispatch) => {
      if (state.step === 'saving_account' && typed !== null) {
        const event = await saveAccount(typed)
        if (!signal.aborted) dispatch(event)
      }
      // The number is forgotten with the form that it was typed in.
      if (state.step !== 'saving_account' && state.step !== 'new_account') typed = null
    },
  })
  return {
    ...flow,
    typed: () => typed,
    type: (account) => {
      typed = account
    },
  }
}

/** The signed-in member's flow. */
export const withdrawFlowOf = onePerMember(createWithdrawFlow)
