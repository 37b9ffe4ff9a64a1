import { operations } from '../../../../api/contract/operations.ts'
import { minorOf } from '../../../data/amounts.ts'
import { call } from '../../../data/client.ts'
import { ApiError, refusalOf } from '../../../data/errors.ts'
import { found } from '../../../flow/ask-by-key.ts'
import { fateOf } from '../../../flow/fate.ts'
import type { Draft, FieldProblems, Intent, Receipt, SendEvent } from './machine.ts'
import { VARIANTS } from './variants.ts'

export const TO_ONESELF = 'You cannot send money to yourself.'

/** The server names the fields of its request; the form has shorter names for them. */
const problemsOf = (fields: Readonly<Record<string, string>>): FieldProblems => ({
  ...(fields.to_user_identifier === undefined ? {} : { to: fields.to_user_identifier }),
  ...(fields.to_address === undefined ? {} : { to: fields.to_address }),
  ...(fields.identifier === undefined ? {} : { to: fields.identifier }),
  ...(fields.amount === undefined ? {} : { amount: fields.amount }),
  ...(fields.message === undefined ? {} : { message: fields.message }),
})

/** Asks the server whom the draft's recipient names. `own` is the DID of the member who asks. */
export const lookUp = async (draft: Draft, own: string): Promise<SendEvent> => {
  try {
    const { data: payee } = await call(operations.lookupMember, { query: { identifier: draft.to } })
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
      return call(operations.sendTransfer, {
        body: { to_user_identifier: payee.did, amount: Number(minorOf(amount, 'USD')), ...message },
        idempotencyKey,
      })
    case 'token':
      return call(operations.transferYut, {
        body: { to_address: payee.did, amount, transfer_type: 'transfer', ...message },
        idempotencyKey,
      })
    case 'unified':
    case 'any':
      return call(operations.transfer, {
        body: { to_user_identifier: payee.did, currency, amount, ...message },
        idempotencyKey,
      })
    default:
      return variant satisfies never
  }
}

/** Sends the intent under its key; the outcome is one event, never a rejection. */
export const send = async (intent: Intent): Promise<{ event: SendEvent; position?: string }> => {
  try {
    const { data } = await post(intent)
    return { event: { type: 'arrived', key: intent.key, receipt: data }, position: data.position }
  } catch (error) {
    return { event: failureOf(intent, error) }
  }
}

const failureOf = ({ key, draft }: Intent, error: unknown): SendEvent => {
  const fate = fateOf(error)
  const message = refusalOf(error, VARIANTS[draft.variant].failed)
  if (fate === 'lost') return { type: 'lost', key }
  if (fate === 'not_sent') return { type: 'not_sent', key, message }
  return {
    type: 'refused',
    key,
    message,
    problems: error instanceof ApiError ? problemsOf(error.fields) : {},
  }
}

/** What the server knows of a key: the transfer; `unknown` when it has none; null when it can't be asked. */
export const askByKey = (
  key: string,
  signal: AbortSignal,
): Promise<{ receipt: Receipt; position: string } | 'unknown' | null> =>
  found(async () => {
    const { data } = await call(operations.getTransferByKey, { params: { key }, signal })
    return { receipt: data, position: data.position }
  })

/** How a transfer stands by now; null when it can't be asked. */
export const askById = async (id: string, signal: AbortSignal): Promise<Receipt | null> => {
  try {
    return (await call(operations.getTransfer, { params: { id }, signal })).data
  } catch {
    return null
  }
}
