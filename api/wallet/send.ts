import type * as z from 'zod/mini'
import { formatMinor, parseAmount, type AmountFault, type Currency, type Money } from '../../events/money.ts'
import type { Attempt } from '../attempt.ts'
import { TransferReceipt } from '../contract/wallet.ts'
import { HttpError } from '../http/errors.ts'
import { registerCommand, type ApiRouter, type Command, type StoreAnswer } from '../http/operation.ts'
import { reply, type Reply } from '../http/reply.ts'
import { memberNotFound, refusalsCount } from '../identity/look-ups.ts'
import type { Member } from '../identity/members.ts'
import type { WalletArea } from './context.ts'
import { assertMayPay } from './large-payments.ts'
import type { CompletedTransfer } from './transfers.ts'

/** What to send, validated: the recipient by handle, e-mail address or DID, and the message in plain text. */
interface SendInput {
  readonly identifier: string
  readonly amount: Money
  readonly message: string | undefined
}

const FAULTS: Readonly<Record<AmountFault, string>> = {
  not_a_number: 'Enter an amount such as 12.34.',
  too_many_decimals: 'Use at most 2 decimals for USD and 6 for YUT and USDC.',
  too_large: 'This amount is too large.',
}

/** Parses an amount in currency units into exact money. @throws {HttpError} 400 naming the field */
export const amountOf = (currency: Currency, text: string): Money => {
  const parsed = parseAmount(currency, text)
  if (parsed.ok) return parsed.money
  throw new HttpError(400, 'invalid_request', FAULTS[parsed.fault], {
    fields: { amount: FAULTS[parsed.fault] },
  })
}

type SendingArea = Pick<WalletArea, 'members' | 'messageKeys' | 'transfers'>

/** Resolves the recipient to an id and encrypts the message. @throws {Refusal} no member has this name */
const orderOf = async (
  { members, messageKeys }: SendingArea,
  { memberId, idempotencyKey }: Attempt,
  { identifier, amount, message }: SendInput,
) => {
  const recipient = await members.find(identifier, memberId)
  if (!recipient) throw memberNotFound('recipient_not_found', 'to_user_identifier')
  const words = message?.trim() ?? ''
  const ciphertext = words === '' ? null : await messageKeys.encrypt(memberId, words)
  return {
    recipient,
    order: { idempotencyKey, from: memberId, to: recipient.id, amount, message: ciphertext },
  }
}

const receiptOf = (
  { transferId, status, sentAt }: CompletedTransfer,
  { name, handle }: Pick<Member, 'name' | 'handle'>,
  amount: Money,
  position: string,
): TransferReceipt => ({
  transfer_id: transferId,
  status,
  recipient: { name, handle },
  currency: amount.currency,
  amount: formatMinor(amount.currency, amount.minor),
  created_at: sentAt,
  position,
})

/** Sends and delivers in two commits. */
const sendTo = async (
  area: SendingArea,
  attempt: Attempt,
  input: SendInput,
): Promise<Reply<TransferReceipt>> => {
  const { recipient, order } = await orderOf(area, attempt, input)
  const sent = await area.transfers.send({ ...order, repeated: attempt.repeated })
  return reply(receiptOf(sent, recipient, input.amount, sent.position.toString()), {
    position: sent.position,
  })
}

/** Sends, delivers and stores the answer in one commit; null where that is not possible. */
const sendInOneCommitTo = async (
  area: SendingArea,
  attempt: Attempt,
  input: SendInput,
  storeAnswer: StoreAnswer<TransferReceipt>,
  isKnown: () => Promise<boolean>,
): Promise<Reply<TransferReceipt> | null> => {
  const { sendInOneCommit } = area.transfers
  if (!sendInOneCommit) return null
  const { recipient, order } = await orderOf(area, attempt, input)
  const sent = await sendInOneCommit(
    order,
    (transfer) => storeAnswer((position) => receiptOf(transfer, recipient, input.amount, position)),
    isKnown,
  )
  if (sent === 'known' || sent === 'apart') return null
  const { transfer, position } = sent
  return reply(receiptOf(transfer, recipient, input.amount, position.toString()), { position })
}

type Sending<B> = Command & { readonly body: z.ZodMiniType<B>; readonly response: typeof TransferReceipt }

/**
 * Registers an operation that sends money to a member. Refusals count as look-ups; `mapError` may rename the fields of an
 * error to those of the operation.
 */
export const registerSending = <B>(
  api: ApiRouter,
  area: SendingArea & Pick<WalletArea, 'pool'>,
  operation: Sending<B>,
  inputOf: (body: B) => SendInput,
  mapError: (error: unknown) => unknown = (error) => error,
): void => {
  const mappingErrors = async <R>(send: () => Promise<R>): Promise<R> => {
    try {
      return await send()
    } catch (error) {
      throw mapError(error)
    }
  }
  registerCommand(
    api,
    operation,
    refusalsCount(api.limits.lookup, ({ attempt, body }) =>
      mappingErrors(() => sendTo(area, attempt, inputOf(body))),
    ),
    {
      before: refusalsCount(api.limits.lookup, async (call) => {
        const { identifier, amount } = inputOf(call.body)
        const payeeOf = async () => (await area.members.find(identifier, call.member.id))?.id
        return assertMayPay(area.pool, api.freshSignIn, call, { payeeOf, amount })
      }),
      inOneCommit: refusalsCount(api.limits.lookup, ({ attempt, body }, storeAnswer, isKnown) =>
        mappingErrors(() => sendInOneCommitTo(area, attempt, inputOf(body), storeAnswer, isKnown)),
      ),
    },
  )
}
