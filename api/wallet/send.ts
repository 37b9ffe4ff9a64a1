import type * as z from 'zod/mini'
import { derivedId } from '../../events/ids.ts'
import { formatMinor, parseAmount, type AmountFault, type Currency, type Money } from '../../events/money.ts'
import type { PayingToken } from '../../events/wallet/daily-limit.ts'
import { Refusal } from '../../events/refusal.ts'
import type { Attempt } from '../http/attempt.ts'
import { TransferReceipt } from '../contract/wallet.ts'
import { HttpError } from '../http/errors.ts'
import {
  registerCommand,
  type ApiRouter,
  type Call,
  type Command,
  type StoreAnswer,
} from '../http/operation.ts'
import { payingTokenOf } from '../http/access-tokens.ts'
import { reply, type Reply } from '../http/reply.ts'
import { memberNotFound, refusalsCount } from '../identity/look-ups.ts'
import type { Member } from '../identity/members.ts'
import type { WalletArea } from './context.ts'
import { transferFor } from './history.ts'
import { transferIdOf, type CompletedTransfer } from './transfers.ts'

/** What to send, validated: the recipient by handle, e-mail address or DID, and the message in plain text. */
interface SendInput {
  readonly identifier: string
  readonly amount: Money
  readonly message: string | undefined
  /** ISO time of the step-up that covers it; null without a fresh one. */
  readonly provenAt: string | null
  /** The access token that pays; null where the member does. */
  readonly token: PayingToken | null
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

type SendingArea = Pick<
  WalletArea,
  'pool' | 'members' | 'messageKeys' | 'transfers' | 'unverifiedCents' | 'wallets' | 'clock'
>

/** Stands for everybody who is no member. */
const NOBODY = derivedId('nobody')

/**
 * The demand for a step-up, or that no member has this name: a stranger's name gets the answer of a member who is new, as
 * it must not tell which of them it is.
 */
const refuseNobody = async (
  { wallets, unverifiedCents, clock }: SendingArea,
  memberId: string,
  { amount, provenAt, token }: SendInput,
): Promise<never> => {
  const command = { type: 'sendTransfer', transferId: NOBODY, to: NOBODY, message: null } as const
  try {
    const unverified = await unverifiedCents(memberId)
    const whole = { ...command, amount, provenAt, token, unverified }
    await wallets.wouldAllow(memberId, whole, clock().toISOString())
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'payment_not_fresh') throw error
  }
  throw memberNotFound('recipient_not_found', 'to_user_identifier')
}

/** Resolves the recipient to an id and encrypts the message. @throws {Refusal} no member has this name */
const orderOf = async (area: SendingArea, { memberId, idempotencyKey }: Attempt, input: SendInput) => {
  const { identifier, amount, message, provenAt, token } = input
  const { members, messageKeys } = area
  const recipient = (await members.find(identifier, memberId)) ?? (await refuseNobody(area, memberId, input))
  const words = message?.trim() ?? ''
  const ciphertext = words === '' ? null : await messageKeys.encrypt(memberId, words)
  return {
    recipient,
    order: { idempotencyKey, from: memberId, to: recipient.id, amount, message: ciphertext, provenAt, token },
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
  const sent = await area.transfers.send({ ...attempt, ...order })
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
  if (sent === 'known' || sent === 'in_steps') return null
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
  area: SendingArea,
  operation: Sending<B>,
  inputOf: (body: B) => Omit<SendInput, 'provenAt' | 'token'>,
  mapError: (error: unknown) => unknown = (error) => error,
): void => {
  const mappingErrors = async <R>(
    { ctx, body }: Call<Sending<B>>,
    send: (input: SendInput) => Promise<R>,
  ): Promise<R> => {
    try {
      const token = payingTokenOf(ctx)
      return await send({ ...inputOf(body), provenAt: api.freshSignIn.freshAt(ctx), token })
    } catch (error) {
      throw mapError(error)
    }
  }
  registerCommand(
    api,
    operation,
    refusalsCount(api.limits.lookup, (call: Call<Sending<B>>) =>
      mappingErrors(call, (input) => sendTo(area, call.attempt, input)),
    ),
    {
      recall: (memberId, key) => transferFor(area, memberId, transferIdOf(memberId, key)),
      inOneCommit: refusalsCount(api.limits.lookup, (call: Call<Sending<B>>, storeAnswer, isKnown) =>
        mappingErrors(call, (input) => sendInOneCommitTo(area, call.attempt, input, storeAnswer, isKnown)),
      ),
    },
  )
}
