import { happenedAt } from '../../events/happened-at.ts'
import { derivedId } from '../../events/ids.ts'
import type { Money } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { createStreamCommands, type CommandContext } from '../../events/store/stream-commands.ts'
import { decide, type TransferRequestCommand } from '../../events/requests/decide.ts'
import { transferRequestEvents } from '../../events/requests/events.ts'
import { transferRequestKind, type TransferRequest } from '../../events/requests/transfer-request.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import type { Attempt } from '../http/attempt.ts'
import type { WalletArea } from '../wallet/context.ts'

/** A request that exists. */
export type KnownRequest = Exclude<TransferRequest, { readonly status: 'absent' }>

/** A member's request to be paid by another; ids only. */
interface RequestOrder {
  readonly idempotencyKey: string
  readonly requesterId: string
  readonly payerId: string
  readonly amount: Money
  readonly message: EncryptedText | null
}

/** A member's attempt to answer or cancel a request. */
export interface Answer extends Pick<Attempt, 'memberId' | 'idempotencyKey'> {
  readonly requestId: string
  /** ISO time of the step-up that covers an approval; null without a fresh one. */
  readonly provenAt: string | null
}

/** Commands on the streams of transfer requests; settlement.ts moves the money. */
export interface TransferRequests {
  /** @throws {Refusal} nothing was appended */
  request(order: RequestOrder): Promise<{ readonly request: KnownRequest; readonly position: bigint }>
  /**
   * Answers a request; it has at most one answer. Repeating the same attempt changes nothing.
   * @throws {Refusal} `transfer_request_not_found`, `already_answered`, `already_expired`
   */
  answer(type: 'approve' | 'decline' | 'cancel', answer: Answer): Promise<{ readonly position: bigint }>
  /**
   * The request if it can be approved now, `given` if this attempt has approved it already; appends nothing.
   * @throws {Refusal} as `answer` does
   */
  reviewApproval(answer: Answer): Promise<'given' | KnownRequest>
  /** Records the outcome of an approval's payment. */
  fulfil(requestId: string): Promise<{ readonly position: bigint }>
  fail(requestId: string, answerId: string, reason: string): Promise<{ readonly position: bigint }>
  expire(requestId: string): Promise<{ readonly position: bigint }>
  /** Reads the request from the event store. @throws {Refusal} `transfer_request_not_found` */
  load(requestId: string): Promise<LoadedRequest>
}

interface LoadedRequest {
  readonly request: KnownRequest
  /** Ledger position of the request's newest event. */
  readonly position: bigint
  /** Ledger position of its first approval, null without one: any payment of the request comes later. */
  readonly approvedPosition: bigint | null
}

/** Id of the request of a member's idempotency key. */
export const requestIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('transferRequest', memberId, idempotencyKey)

export const answerIdOf = ({
  memberId,
  idempotencyKey,
}: Pick<Answer, 'memberId' | 'idempotencyKey'>): string =>
  derivedId('transferRequestAnswer', memberId, idempotencyKey)

const ANSWER_EVENT = {
  approve: 'TransferRequestApproved',
  decline: 'TransferRequestDeclined',
  cancel: 'TransferRequestCancelled',
} as const

export const createTransferRequests = ({
  store,
  clock,
}: Pick<WalletArea, 'store' | 'clock'>): TransferRequests => {
  // A request's stream has a handful of events.
  const commands = createStreamCommands({ store, stream: transferRequestKind, decide })

  const execute = (
    requestId: string,
    command: TransferRequestCommand,
    cause: Pick<CommandContext, 'actor' | 'causationId' | 'idempotencyKey' | 'step'>,
  ) =>
    commands.execute(requestId, command, {
      correlationId: requestId,
      ...cause,
      at: clock().toISOString(),
    })

  const read = async (requestId: string) => {
    let request = transferRequestKind.initialState()
    let position = 0n
    let approvedPosition: bigint | null = null
    const eventIds = new Set<string>()
    for await (const recorded of store.readStream(transferRequestEvents.streamOf(requestId))) {
      request = transferRequestKind.evolve(request, transferRequestKind.parse(recorded), happenedAt(recorded))
      position = recorded.position
      if (recorded.type === ANSWER_EVENT.approve) approvedPosition ??= position
      eventIds.add(recorded.id)
    }
    if (request.status === 'absent')
      throw new Refusal('transfer_request_not_found', 'You have no transfer request with this id.')
    return { request, position, approvedPosition, eventIds }
  }

  const commandOf = (type: 'approve' | 'decline' | 'cancel', answer: Answer): TransferRequestCommand => {
    const { memberId, provenAt } = answer
    const by = { memberId, answerId: answerIdOf(answer) }
    return type === 'approve' ? { type, ...by, provenAt } : { type, ...by }
  }

  const eventIdOf = (type: 'approve' | 'decline' | 'cancel', answer: Answer): string =>
    derivedId(ANSWER_EVENT[type], answer.requestId, answerIdOf(answer))

  return {
    load: read,
    request: async ({ idempotencyKey, ...order }) => {
      const requestId = requestIdOf(order.requesterId, idempotencyKey)
      const { position } = await execute(
        requestId,
        { type: 'request', requestId, ...order },
        { actor: order.requesterId, causationId: idempotencyKey, idempotencyKey },
      )
      const { request } = await read(requestId)
      return { request, position }
    },
    answer: (type, answer) =>
      execute(answer.requestId, commandOf(type, answer), {
        actor: answer.memberId,
        causationId: answer.idempotencyKey,
        idempotencyKey: answer.idempotencyKey,
        step: { eventId: eventIdOf(type, answer), after: 0n },
      }),
    reviewApproval: async (answer) => {
      const { request, eventIds } = await read(answer.requestId)
      if (eventIds.has(eventIdOf('approve', answer))) return 'given'
      decide(commandOf('approve', answer), request, clock().toISOString())
      return request
    },
    fulfil: (requestId) =>
      execute(requestId, { type: 'fulfil' }, { actor: 'system', causationId: requestId }),
    fail: (requestId, answerId, reason) =>
      execute(requestId, { type: 'fail', answerId, reason }, { actor: 'system', causationId: answerId }),
    expire: (requestId) =>
      execute(requestId, { type: 'expire' }, { actor: 'system', causationId: requestId }),
  }
}
