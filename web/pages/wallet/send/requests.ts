import { memberOperations } from '../../../../api/contract/members.ts'
import { walletOperations } from '../../../../api/contract/wallet.ts'
import { tokenOperations } from '../../../../api/contract/token.ts'
import { minorOf } from '../../../data/amounts.ts'
import { call } from '../../../data/client.ts'
import { refusalOf } from '../../../data/errors.ts'
import { found } from '../../../flow/ask-by-key.ts'
import { attempt, type Told } from '../../../flow/attempt.ts'
import type { Draft, Intent, OwnEvent, Receipt, SendEvent } from './machine.ts'
import { VARIANTS } from './variants.ts'
import { t } from '../../../texts/texts.ts'

const TO_ONESELF = t('You cannot send money to yourself.')

/** The server names the fields of its requests; the form has shorter names for them. */
const FIELDS = {
  to_user_identifier: 'to',
  to_address: 'to',
  identifier: 'to',
  amount: 'amount',
  message: 'message',
} as const

/** Asks the server whom the draft's recipient names. `own` is the DID of the member who asks. */
export const lookUp = async (draft: Draft, own: string): Promise<OwnEvent> => {
  try {
    const { data: payee } = await call(memberOperations.lookupMember, { query: { identifier: draft.to } })
    if (payee.did === own) return { type: 'payee_refused', draft, problems: { to: TO_ONESELF } }
    return { type: 'payee_found', draft, payee, key: crypto.randomUUID() }
  } catch (error) {
    return {
      type: 'payee_refused',
      draft,
      problems: { to: refusalOf(error, VARIANTS[draft.variant].failed) },
    }
  }
}

/** The call that each form stands for, to the very member who was shown: what was typed may mean another by now. */
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

/** Sends the intent under its key; the outcome is one event, never a rejection. */
export const send = (intent: Intent): Promise<Told<SendEvent>> =>
  attempt(
    intent,
    async () => {
      const { data } = await post(intent)
      return { receipt: data, position: data.position }
    },
    VARIANTS[intent.draft.variant].failed,
    FIELDS,
  )

/** What the server knows of a key: the transfer; `unknown` when it has none; null when it can't be asked. */
export const askByKey = ({ key }: Intent, signal: AbortSignal): Promise<Told<SendEvent> | 'unknown' | null> =>
  found(async () => {
    const { data } = await call(walletOperations.getTransferByKey, { params: { key }, signal })
    return { event: { type: 'done', key, receipt: data }, position: data.position }
  })

/** How a transfer stands by now; null when it can't be asked. */
export const askById = async (id: string, signal: AbortSignal): Promise<Receipt | null> => {
  try {
    return (await call(walletOperations.getTransfer, { params: { id }, signal })).data
  } catch {
    return null
  }
}
