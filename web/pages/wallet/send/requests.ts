import { memberOperations } from '../../../../api/contract/members.ts'
import { walletOperations } from '../../../../api/contract/wallet.ts'
import { tokenOperations } from '../../../../api/contract/token.ts'
import { minorOf } from '../../../data/amounts.ts'
import { call } from '../../../data/client.ts'
import { refusalOf } from '../../../data/errors.ts'
import { found } from '../../../flow/ask-by-key.ts'
import { attempt, type FlowResult } from '../../../flow/attempt.ts'
import type { Draft, Intent, OwnEvent, Receipt, SendEvent } from './machine.ts'
import { VARIANTS } from './variants.ts'
import { t } from '../../../texts/texts.ts'

const TO_ONESELF = t('You cannot send money to yourself.')

/** The form's field for each field of the server's requests. */
const FIELDS = {
  to_user_identifier: 'to_user_identifier',
  to_address: 'to_user_identifier',
  identifier: 'to_user_identifier',
  amount: 'amount',
  message: 'message',
} as const

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

/** Makes the form's API call, with the DID of the reviewed member: the typed handle could be another's by now. */
const post = ({
  draft: { variant, currency, amount, message: text },
  payee,
  key: idempotencyKey,
}: Intent) => {
  const message = text === '' ? {} : { message: text }
  switch (variant) {
    case 'usd':
      return call(walletOperations.sendTransfer, {
        body: { to_user_identifier: payee.did, amount: Number(minorOf(amount, 'USD')), ...message },
        idempotencyKey,
      })
    case 'token':
      return call(tokenOperations.transferYut, {
        body: { to_address: payee.did, amount, transfer_type: 'transfer', ...message },
        idempotencyKey,
      })
    case 'unified':
    case 'any':
      return call(walletOperations.transfer, {
        body: { to_user_identifier: payee.did, currency, amount, ...message },
        idempotencyKey,
      })
    default:
      return variant satisfies never
  }
}

/** Sends the intent under its key; resolves with one event and never rejects. */
export const send = (intent: Intent): Promise<FlowResult<SendEvent>> =>
  attempt(
    intent,
    async () => {
      const { data } = await post(intent)
      return { receipt: data, position: data.position }
    },
    VARIANTS[intent.draft.variant].failed,
    FIELDS,
  )

/** Looks up the transfer by its key; `unknown` when there is none; null when the lookup failed. */
export const askByKey = (
  { key }: Intent,
  signal: AbortSignal,
): Promise<FlowResult<SendEvent> | 'unknown' | null> =>
  found(async () => {
    const { data } = await call(walletOperations.getTransferByKey, { params: { key }, signal })
    return { event: { type: 'done', key, receipt: data }, position: data.position }
  })

/** The transfer's current state; null when the lookup failed. */
export const askById = async (id: string, signal: AbortSignal): Promise<Receipt | null> => {
  try {
    return (await call(walletOperations.getTransfer, { params: { id }, signal })).data
  } catch {
    return null
  }
}
