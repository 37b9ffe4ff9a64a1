import { formatMinor, parseAmount, type AmountFault, type Currency, type Money } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import type { Attempt } from '../attempt.ts'
import type { TransferReceipt } from '../contract/wallet.ts'
import { HttpError } from '../http/errors.ts'
import { reply, type Reply } from '../http/operation.ts'
import type { WalletArea } from './context.ts'

/** A validated wish to send: the recipient by handle, e-mail address or DID, the words in the clear. */
interface Wish {
  readonly identifier: string
  readonly amount: Money
  readonly message: string | undefined
}

const FAULTS: Readonly<Record<AmountFault, string>> = {
  not_a_number: 'Enter an amount such as 12.34.',
  too_many_decimals: 'Use at most 2 decimals for USD and 6 for YUT and USDC.',
  too_large: 'This amount is too large.',
}

/** An amount in currency units as exact money. @throws {HttpError} 400 naming the field */
export const amountOf = (currency: Currency, text: string): Money => {
  const parsed = parseAmount(currency, text)
  if (parsed.ok) return parsed.money
  throw new HttpError(400, 'invalid_request', FAULTS[parsed.fault], {
    fields: { amount: FAULTS[parsed.fault] },
  })
}

/** Carries out one transfer between members: names become ids here, words become ciphertext. */
export const sendTo = async (
  area: Pick<WalletArea, 'members' | 'messageKeys' | 'transfers'>,
  { memberId, idempotencyKey, repeated }: Attempt,
  { identifier, amount, message }: Wish,
): Promise<Reply<TransferReceipt>> => {
  const recipient = await area.members.find(identifier)
  if (!recipient) {
    const sentence = 'No member has this handle, email or DID.'
    throw new Refusal('recipient_not_found', sentence, { to_user_identifier: sentence })
  }
  const words = message?.trim() ?? ''
  const { transferId, status, sentAt, position } = await area.transfers.send({
    idempotencyKey,
    from: memberId,
    to: recipient.id,
    amount,
    message: words === '' ? null : await area.messageKeys.encrypt(memberId, words),
    repeated,
  })
  return reply(
    {
      transfer_id: transferId,
      status,
      recipient: { name: recipient.name, handle: recipient.handle },
      currency: amount.currency,
      amount: formatMinor(amount.currency, amount.minor),
      created_at: sentAt,
      position: position.toString(),
    },
    { position },
  )
}
