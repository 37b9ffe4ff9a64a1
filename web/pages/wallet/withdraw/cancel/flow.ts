import * as z from 'zod/mini'
import { Withdrawal, withdrawalOperations } from '../../../../../api/contract/withdrawals.ts'
import { asAnswered, calling, flowCall } from '../../../../flow/attempt.ts'
import { createFlow, type Flow, onePerMember } from '../../../../flow/create-flow.ts'
import { bindingMachine, CLOSED } from '../../../../flow/machine.ts'
import { savedBinding } from '../../../../flow/saved.ts'
import { t } from '../../../../texts/texts.ts'

const Intent = z.object({ withdrawal: Withdrawal, key: z.uuid() })
/** A withdrawal to be stopped, as it stood, with the idempotency key of stopping it. */
export type Intent = Readonly<z.infer<typeof Intent>>

/** The receipt is the withdrawal in its new state. */
export type CancelFlow = Flow<Intent, Withdrawal, never>

/** Pure transition function of the flow. */
export const transition = bindingMachine<Intent, Withdrawal, never, never>({ beforeReview: () => CLOSED })

/** What survives a reload: the review, or what was sent, whose outcome is then asked for. */
export const saved = savedBinding({ version: 1, intent: Intent })

/** The signed-in member's flow. */
export const cancelFlowOf = onePerMember((member): CancelFlow =>
  createFlow<Intent, Withdrawal, never>({
    member,
    name: 'cancel-withdrawal',
    kind: 'withdrawal_cancel',
    transition,
    saved,
    // The withdrawal is on the page, and cancelling it begins with one touch.
    offered: () => null,
    ...calling(
      ({ withdrawal }: Intent) =>
        flowCall(
          withdrawalOperations.cancelWithdrawal,
          { params: { id: withdrawal.withdrawal_id } },
          asAnswered,
        ),
      () => t('The withdrawal was not cancelled'),
    ),
  }),
)
