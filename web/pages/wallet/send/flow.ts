import { memberOperations } from '../../../../api/contract/members.ts'
import { tokenOperations } from '../../../../api/contract/token.ts'
import { walletOperations } from '../../../../api/contract/wallet.ts'
import { minorOf } from '../../../data/amounts.ts'
import { call } from '../../../data/client.ts'
import { refusalOf } from '../../../data/errors.ts'
import { asAnswered, calling, type FlowCall, flowCall } from '../../../flow/attempt.ts'
import { createFlow, type Flow, onePerMember } from '../../../flow/create-flow.ts'
import { refreshMoney } from '../../../flow/money.ts'
import { pause } from '../../../flow/pause.ts'
import { personText } from '../../../../api/contract/person.ts'
import { amountText } from './amount-text.ts'
import { t } from '../../../texts/texts.ts'
import {
  type Draft,
  type Form,
  type Intent,
  type OwnEvent,
  type Receipt,
  saved,
  transition,
} from './machine.ts'
import { VARIANTS } from './variants.ts'

export type SendFlow = Flow<Intent, Receipt, Form, OwnEvent>

const TO_ONESELF = t('You cannot send money to yourself.')

/** The form's field for each field of the server's requests. */
const FIELDS: Readonly<Record<string, string>> = {
  to_user_identifier: 'to_user_identifier',
  to_address: 'to_user_identifier',
  identifier: 'to_user_identifier',
  amount: 'amount',
  message: 'message',
}

/** Looks up the member whom the draft names. `own`: DID of the sender. */
export const lookUp = async (draft: Draft, own: string): Promise<OwnEvent> => {
  try {
    const { data: payee } = await call(memberOperations.lookupMember, { query: { identifier: draft.to } })
    if (payee.did === own)
      return { type: 'payee_refused', draft, problems: { to_user_identifier: TO_ONESELF } }
    return { type: 'payee_found', draft, payee, key: crypto.randomUUID() }
  } catch (error) {
    return {
      type: 'payee_refused',
      draft,
      problems: { to_user_identifier: refusalOf(error, VARIANTS[draft.variant].failed) },
    }
  }
}

/** The form's API call, with the DID of the reviewed member: the typed handle could be another's by now. */
const callOf = ({
  draft: { variant, currency, amount, message: text },
  payee,
}: Intent): FlowCall<Receipt> => {
  const message = text === '' ? {} : { message: text }
  const to = { to_user_identifier: payee.did, ...message }
  switch (variant) {
    case 'usd':
      return flowCall(
        walletOperations.sendTransfer,
        { body: { ...to, amount: Number(minorOf(amount, 'USD')) } },
        asAnswered,
      )
    case 'token':
      return flowCall(
        tokenOperations.transferYut,
        { body: { to_address: payee.did, amount, transfer_type: 'transfer', ...message } },
        asAnswered,
      )
    case 'unified':
    case 'any':
      return flowCall(walletOperations.transfer, { body: { ...to, currency, amount } }, asAnswered)
    default:
      return variant satisfies never
  }
}

/** The transfer's current state; null when the lookup failed. */
export const askById = async (id: string, signal: AbortSignal): Promise<Receipt | null> => {
  try {
    return (await call(walletOperations.getTransfer, { params: { id }, signal })).data
  } catch {
    return null
  }
}

/** Polls a processing transfer until it is delivered, which usually takes well under a second. */
const follow = async (
  key: string,
  id: string,
  signal: AbortSignal,
  dispatch: SendFlow['dispatch'],
): Promise<void> => {
  for (let wait_ms = 500; wait_ms < 60_000; wait_ms *= 2) {
    await pause(wait_ms, signal)
    if (signal.aborted) return
    const receipt = await askById(id, signal)
    if (receipt === null || receipt.status === 'processing') continue
    refreshMoney(undefined)
    return dispatch({ type: 'done', key, receipt })
  }
}

/** The signed-in member's flow. */
export const sendFlowOf = onePerMember((member): SendFlow =>
  createFlow<Intent, Receipt, Form, OwnEvent>({
    member,
    name: 'send',
    kind: 'transfer',
    transition,
    saved,
    offered: (state) => {
      const { to, amount, currency } = 'intent' in state ? state.intent.draft : state.draft
      const name = 'intent' in state ? personText(state.intent.payee) : to.trim()
      if (name !== '') return t('Continue the transfer to {name}?', { name })
      const sum = amountText(amount, currency)
      return sum === null ? null : t('Continue the transfer of {amount}?', { amount: sum })
    },
    ...calling(
      callOf,
      ({ draft }) => VARIANTS[draft.variant].failed,
      (field) => FIELDS[field],
    ),
    entered: async (state, signal, dispatch) => {
      if (state.step === 'looking_up') {
        const event = await lookUp(state.draft, member.did)
        if (!signal.aborted) dispatch(event)
      }
      if (state.step === 'success' && state.receipt.status === 'processing')
        await follow(state.intent.key, state.receipt.transfer_id, signal, dispatch)
    },
  }),
)
