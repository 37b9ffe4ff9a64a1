import { derivedId, type Clock } from '../../events/ids.ts'
import { fromAmountJson, type Money } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import type { Handled } from '../../events/store/commands.ts'
import type { StoredAnswer } from '../../events/store/event-store.ts'
import type { PayingToken } from '../../events/wallet/daily-limit.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import type { WalletEvent, WalletEventOf } from '../../events/wallet/events.ts'
import { assertSameAmount, bySystem, keyedStep, type Attempt } from '../http/attempt.ts'
import { keyReused } from '../http/errors.ts'
import { completing } from '../processes/completing.ts'
import type { EnsureWallet } from './open-wallet.ts'
import type { Wallets } from './wallets.ts'

/** A member's order to send. `to` is a member id: from here on there is no personal data. */
export interface TransferOrder extends Pick<Attempt, 'idempotencyKey' | 'repeated' | 'begunAfter'> {
  readonly from: string
  readonly to: string
  readonly amount: Money
  readonly message: EncryptedText | null
  /** ISO time of the step-up that covers it; null without a fresh one. */
  readonly provenAt: string | null
  /** The access token that pays; absent where the member does. */
  readonly token?: PayingToken | null
  /** A payment with its own id instead of one derived from the key; it is searched after this ledger position. */
  readonly payment?: { readonly transferId: string; readonly after: bigint }
}

/** Money that has left its sender and has to arrive or return. */
export interface UndeliveredTransfer {
  readonly transferId: string
  readonly from: string
  /** Ledger position of TransferSent. */
  readonly position: bigint
}

/** With what its TransferSent says. */
interface SentTransfer extends UndeliveredTransfer {
  readonly to: string
  readonly amount: Money
  readonly message: EncryptedText | null
  /** ISO time. */
  readonly sentAt: string
  readonly held: WalletEventOf<'TransferSent'>['data']['held']
}

interface TransferOutcome {
  readonly transferId: string
  readonly status: 'processing' | 'completed' | 'returned'
  readonly sentAt: string
  /** Ledger position of the transfer's newest event. */
  readonly position: bigint
}

/** A transfer before it is committed: without its ledger position. */
export type CompletedTransfer = Omit<TransferOutcome, 'position'>

export interface Transfers {
  /**
   * Commits both steps and the stored answer together, where the store supports it. Returns the transfer with its
   * position; `known` when the answer's key was used before; `in_steps` when the recipient's wallet cannot receive it now:
   * nothing was stored then, and {@link send} has to be used.
   * @throws {Refusal} the sender cannot send this; nothing was stored
   */
  readonly sendInOneCommit?: (
    order: Omit<TransferOrder, 'repeated' | 'begunAfter' | 'payment'>,
    answerTo: (transfer: CompletedTransfer) => StoredAnswer,
    /** Whether the order's key was used before. */
    isKnown: () => Promise<boolean>,
  ) => Promise<{ readonly transfer: CompletedTransfer; readonly position: bigint } | 'known' | 'in_steps'>
  /**
   * Takes the money from the sender (from then on it arrives or returns, whatever crashes) and delivers it to the
   * recipient. `processing` when the second step could not be finished now.
   * @throws {Refusal} the sender cannot send this; nothing was appended
   */
  send(order: TransferOrder): Promise<TransferOutcome>
  /** The second step; safe to repeat and to run concurrently. */
  deliver(transfer: UndeliveredTransfer): Promise<TransferOutcome>
}

/** Id of the transfer of a member's idempotency key, so that the same key can only send once. */
export const transferIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('transfer', memberId, idempotencyKey)

const isSending = (event: WalletEvent): event is WalletEventOf<'TransferSent'> =>
  event.type === 'TransferSent'

/** Cents that a member may send in a day while it is not verified who they are; null: it is. */
export type UnverifiedCents = (memberId: string) => Promise<bigint | null>

export const createTransfers = ({
  wallets,
  ensureWallet,
  unverifiedCents = () => Promise.resolve(null),
  clock,
  onUndelivered,
}: {
  wallets: Wallets
  ensureWallet: EnsureWallet
  /** Default: everybody is verified. */
  unverifiedCents?: UnverifiedCents
  clock: Clock
  /** Called when a transfer was sent and the delivery process has to finish it. */
  onUndelivered: (transferId: string, error: unknown) => void
}): Transfers => {
  const receive = (
    { transferId, from, to, amount, message, sentAt, held, position }: SentTransfer,
    fresh: boolean,
  ) =>
    wallets.execute(
      to,
      { type: 'receiveTransfer', transferId, from, amount, message, sentAt, held },
      {
        actor: from,
        correlationId: transferId,
        causationId: derivedId('TransferSent', transferId),
        at: clock().toISOString(),
        step: { eventId: derivedId('TransferReceived', transferId), after: position, fresh },
      },
    )

  const giveBack = ({ transferId, from, to, amount, held, position }: SentTransfer, reason: string) =>
    wallets.execute(
      from,
      { type: 'returnTransfer', transferId, to, amount, reason, held },
      {
        ...bySystem(clock, transferId, derivedId('TransferSent', transferId)),
        step: { eventId: derivedId('TransferReturned', transferId), after: position },
      },
    )

  /** `fresh`: this call has just sent the transfer, and the delivery process does not touch it yet. */
  const deliverOrReturn = async (transfer: SentTransfer, fresh: boolean): Promise<TransferOutcome> => {
    const { transferId, sentAt } = transfer
    try {
      const { position } = await receive(transfer, fresh)
      return { transferId, status: 'completed', sentAt, position }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'wallet_not_open') {
        await ensureWallet(transfer.to)
        const { position } = await receive(transfer, fresh)
        return { transferId, status: 'completed', sentAt, position }
      }
      if (error.code !== 'wallet_closed') throw error
      // A closed wallet never reopens, so this refusal is final and the money returns.
      const { position } = await giveBack(transfer, error.code)
      return { transferId, status: 'returned', sentAt, position }
    }
  }

  /** The transfer as stored, now or by an earlier attempt with its key. */
  const sentOf = (
    sent: WalletEvent | undefined,
    { at: sentAt, position }: Pick<Handled<WalletEvent>, 'at' | 'position'>,
  ): SentTransfer => {
    if (sent?.type !== 'TransferSent') throw new Error('A transfer was carried out without TransferSent')
    const { transferId, from, to, amount, message, held } = sent.data
    return { transferId, from, to, amount: fromAmountJson(amount), message, held, sentAt, position }
  }

  const deliver: Transfers['deliver'] = async ({ transferId, from, position }) => {
    const eventId = derivedId('TransferSent', transferId)
    const sent = await wallets.find(from, { eventId, after: position - 1n })
    if (!sent) throw new Error(`Transfer ${transferId} was not sent at ${position}`)
    return deliverOrReturn(sentOf(sent.event, sent), false)
  }

  const send: Transfers['send'] = async (order) => {
    const { payment, idempotencyKey, from, to, amount, message, provenAt, token = null } = order
    const transferId = payment?.transferId ?? transferIdOf(from, idempotencyKey)
    const eventId = derivedId('TransferSent', transferId)
    const unverified = await unverifiedCents(from)
    const sent = await wallets.execute(
      from,
      { type: 'sendTransfer', transferId, to, amount, message, provenAt, token, unverified },
      {
        actor: from,
        correlationId: transferId,
        causationId: idempotencyKey,
        idempotencyKey,
        at: clock().toISOString(),
        ...(payment
          ? { step: { eventId, after: payment.after, fresh: !order.repeated } }
          : keyedStep(order, eventId)),
      },
    )
    const transfer = sentOf(sent.events.find(isSending), sent)
    assertSameAmount(transfer.amount, amount)
    if (transfer.to !== to) throw keyReused()
    try {
      return await deliverOrReturn(transfer, sent.outcome === 'appended')
    } catch (error) {
      onUndelivered(transferId, error)
      return { transferId, status: 'processing', sentAt: transfer.sentAt, position: transfer.position }
    }
  }

  const sendInOneCommitBy =
    (
      executeInOneCommit: NonNullable<Wallets['executeInOneCommit']>,
    ): NonNullable<Transfers['sendInOneCommit']> =>
    async ({ idempotencyKey, from, to, amount, message, provenAt, token = null }, answerTo, isKnown) => {
      const transferId = transferIdOf(from, idempotencyKey)
      const sentAt = clock().toISOString()
      const context = { actor: from, correlationId: transferId }
      const transfer: CompletedTransfer = { transferId, status: 'completed', sentAt }
      const unverified = await unverifiedCents(from)
      const handled = await executeInOneCommit(
        [
          {
            id: from,
            command: () => ({
              type: 'sendTransfer',
              transferId,
              to,
              amount,
              message,
              provenAt,
              token,
              unverified,
            }),
            context: { ...context, causationId: idempotencyKey, idempotencyKey },
          },
          {
            id: to,
            command: (before) => {
              const held = before.find(isSending)?.data.held
              return { type: 'receiveTransfer', transferId, from, amount, message, sentAt, held }
            },
            context: { ...context, causationId: derivedId('TransferSent', transferId) },
          },
        ],
        { at: sentAt, answer: answerTo(transfer), isKnown },
      )
      return handled.outcome === 'appended' ? { transfer, position: handled.position } : handled.outcome
    }

  const { executeInOneCommit } = wallets
  return {
    ...(executeInOneCommit && { sendInOneCommit: sendInOneCommitBy(executeInOneCommit) }),
    send,
    deliver,
  }
}

/** Finishes transfers that were sent and have neither arrived nor returned. */
export const startTransferDelivery = completing<UndeliveredTransfer>({
  name: 'transfer delivery',
  wokenBy: ['activity'],
  report: 'Delivered transfers that had been left on their way',
})
