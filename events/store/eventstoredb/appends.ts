import { randomUUID } from 'node:crypto'
import {
  AccessDeniedError,
  isCommandError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js'
import type { Status } from '@eventstore/db-client/generated/status_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { status as codes } from '@grpc/grpc-js'
import {
  InvalidEvent,
  OutcomeUnknown,
  StoreUnavailable,
  StreamDeleted,
  WrongExpectedRevision,
  type Appended,
  type ExpectedRevision,
} from '../event-store.ts'
import type { SerialisedEvent } from '../serialise.ts'
import type { AppendCall } from './append-call.ts'
import { appendRequest } from './append-request.ts'
import { NotConnected } from './connection.ts'
import { isRefusedLogin, refusedCredentials, tooOld } from './errors.ts'

/** Pause before an unanswered append is sent again; doubles each time. */
const REPEAT_AFTER_MS = 200
interface Waiting {
  readonly streamId: string
  readonly expected: ExpectedRevision
  readonly request: (correlationId: string) => BatchAppendReq
  readonly giveUpAt: number
  readonly settled: PromiseWithResolvers<Appended>
  /** The correlation ids under which it was sent; without any, it cannot have reached the server. */
  readonly sentAs: string[]
  tries: number
  /** A send is waiting for the connection. */
  connecting: boolean
  timer: NodeJS.Timeout | undefined
}

export interface Appends {
  /** See `EventStore`. */
  append: (
    streamId: string,
    expected: ExpectedRevision,
    events: readonly SerialisedEvent[],
  ) => Promise<Appended>
  /** Resolves when no append is in flight. */
  drained: () => Promise<void>
}

/**
 * Sends all appends over one call; each has its own timeout.
 *
 * An append that isn't answered is sent again after 0.2 s, 0.6 s and so on, over a new connection if the old
 * one broke. That is safe because the expected revision is always explicit: the server compares ids, and if it has
 * the same events at the same revisions it stores nothing and answers as it did the first time. And it is needed:
 * the server silently drops an append that arrives while its first copy is stored but not yet indexed.
 */
export const createAppends = (
  connect: (
    onAnswer: (answer: BatchAppendResp) => void,
    onOver: (error: unknown) => void,
  ) => Promise<AppendCall>,
  timeoutMs: number,
): Appends => {
  /** Appends by each correlation id under which they were sent. */
  const sent = new Map<string, Waiting>()
  const underWay = new Set<Waiting>()
  let call: Promise<AppendCall> | null = null
  let drained: (() => void) | null = null

  const finish = (waiting: Waiting): boolean => {
    if (!underWay.delete(waiting)) return false
    clearTimeout(waiting.timer)
    for (const id of waiting.sentAs) sent.delete(id)
    if (underWay.size === 0) drained?.()
    return true
  }
  const fail = (waiting: Waiting, error: Error) => {
    if (finish(waiting)) waiting.settled.reject(error)
  }

  const onAnswer = (answer: BatchAppendResp) => {
    const waiting = sent.get(answer.getCorrelationId()?.getString() ?? '')
    if (!waiting) return
    const error = answer.getError()
    const refusal = error ? refused(waiting, error) : null
    if (refusal) return fail(waiting, refusal)
    const stored = answer.getSuccess()
    if (!stored) return
    const position = stored.getPosition()
    if (!position) return fail(waiting, new OutcomeUnknown(waiting.streamId))
    if (!finish(waiting)) return
    waiting.settled.resolve({
      revision: BigInt(stored.getCurrentRevision()),
      position: BigInt(position.getCommitPosition()),
    })
  }

  /** The call ended: each append is sent again over another when its pause is over, unless the server refuses all. */
  const onOver = (error: unknown) => {
    call = null
    const refusal = isUnknownMethod(error)
      ? tooOld(error)
      : isRefusedLogin(error)
        ? refusedCredentials(error)
        : null
    if (refusal) for (const waiting of underWay) fail(waiting, refusal)
    else if (error instanceof NotLeaderError) for (const waiting of underWay) void send(waiting)
  }

  const send = async (waiting: Waiting): Promise<void> => {
    clearTimeout(waiting.timer)
    const now = performance.now()
    if (now >= waiting.giveUpAt) {
      void call?.then(({ doubt }) => doubt()).catch(() => {})
      return fail(waiting, unanswered(waiting))
    }
    const pause = Math.min(REPEAT_AFTER_MS * 2 ** waiting.tries, waiting.giveUpAt - now)
    waiting.tries += 1
    waiting.timer = setTimeout(() => void send(waiting), pause)
    if (waiting.connecting) return
    waiting.connecting = true
    try {
      call ??= connect(onAnswer, onOver).catch((error: unknown) => {
        call = null
        throw error
      })
      const shared = await call
      const isFirst = waiting.sentAs.length === 0
      if (isFirst && !(await shared.answers())) throw new NotConnected('EventStoreDB does not answer')
      if (!underWay.has(waiting)) return
      const correlationId = randomUUID()
      waiting.sentAs.push(correlationId)
      sent.set(correlationId, waiting)
      shared.send(waiting.request(correlationId))
    } catch (error) {
      if (waiting.sentAs.length === 0) fail(waiting, neverSent(error))
    } finally {
      waiting.connecting = false
    }
  }

  return {
    append: (streamId, expected, events) => {
      const waiting: Waiting = {
        streamId,
        expected,
        request: appendRequest(streamId, expected, events),
        giveUpAt: performance.now() + timeoutMs,
        settled: Promise.withResolvers(),
        sentAs: [],
        tries: 0,
        connecting: false,
        timer: undefined,
      }
      underWay.add(waiting)
      void send(waiting)
      return waiting.settled.promise
    },
    drained: async () => {
      if (underWay.size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      drained = resolve
      await promise
    },
  }
}

const neverSent = (error: unknown): Error =>
  error instanceof NotConnected
    ? new StoreUnavailable(error.message, { cause: error })
    : new StoreUnavailable('EventStoreDB cannot be reached', { cause: error })

const unanswered = ({ streamId, sentAs }: Waiting): Error =>
  sentAs.length > 0 ? new OutcomeUnknown(streamId) : new StoreUnavailable('EventStoreDB cannot be reached')

const isUnknownMethod = (error: unknown): error is Error =>
  error instanceof Error && isCommandError(error) && error.code === codes.UNIMPLEMENTED

/**
 * The port's error for a refusal; null when the same append may succeed if it is sent again: the server was busy, not
 * ready yet, or its disk or the rest of the cluster did not respond in time.
 */
const refused = ({ streamId, expected }: Waiting, answer: Status): Error | null => {
  if (!answer.hasDetails()) return null
  const error = unpackToCommandError(answer, streamId)
  if (error instanceof WrongExpectedVersionError)
    return new WrongExpectedRevision(streamId, expected, currentRevision(error))
  if (error instanceof MaxAppendSizeExceededError)
    return new InvalidEvent(`An append to ${streamId} is larger than the server takes`)
  if (error instanceof StreamDeletedError) return new StreamDeleted(streamId)
  return error instanceof AccessDeniedError ? refusedCredentials(error) : null
}

const currentRevision = ({ actualVersion }: WrongExpectedVersionError): ExpectedRevision =>
  typeof actualVersion === 'bigint' ? actualVersion : 'no_stream'
