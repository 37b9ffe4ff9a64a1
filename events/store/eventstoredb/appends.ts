import { randomInt } from 'node:crypto'
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
import { refusedCredentials, tooOld } from './errors.ts'
import { CODES, GrpcError, NotConnected } from './grpc-error.ts'
import { batchAppend, correlationId, type AppendAnswer, type AppendRefusal } from './messages.ts'

/** Until the same append is sent again; doubles each time. */
const REPEAT_AFTER_MS = 200
/** Answers after which the same append may be taken when it is sent again: nothing in them is final. */
const PASSING = new Set(['Timeout', 'Empty', 'Unknown'])
const CLIENT_MAX = 2 ** 47

interface Waiting {
  readonly streamId: string
  readonly expected: ExpectedRevision
  readonly message: Buffer
  readonly giveUpAt: number
  readonly settled: PromiseWithResolvers<Appended>
  /** The numbers under which it was sent; none, and it cannot have reached the server. */
  readonly numbers: number[]
  tries: number
  timer: NodeJS.Timeout | undefined
}

export interface Appends {
  /** See the port. */
  append: (
    streamId: string,
    expected: ExpectedRevision,
    events: readonly SerialisedEvent[],
  ) => Promise<Appended>
  /** Resolves when nothing is under way any more. */
  drained: () => Promise<void>
}

/**
 * Appends, all over one call whose messages travel together; each has its own time.
 *
 * An append that isn't answered is sent again after 0.2 s, 0.6 s and so on, over a new connection where the old
 * one broke. That is safe because the expectation is always explicit: the server compares ids, and where it has
 * these very events at this very place it stores nothing and answers as it did the first time. And it is needed:
 * an append that comes while its first copy is stored and not yet indexed is dropped by the server without a word.
 */
export const createAppends = (
  connect: (
    onAnswer: (answer: AppendAnswer) => void,
    onOver: (error: unknown) => void,
  ) => Promise<AppendCall>,
  timeoutMs: number,
): Appends => {
  const client = randomInt(CLIENT_MAX)
  /** By each number under which it was sent. */
  const sent = new Map<number, Waiting>()
  const underWay = new Set<Waiting>()
  let count = 0
  let call: Promise<AppendCall> | null = null
  let drained: (() => void) | null = null

  const finish = (waiting: Waiting): boolean => {
    if (!underWay.delete(waiting)) return false
    clearTimeout(waiting.timer)
    for (const number of waiting.numbers) sent.delete(number)
    if (underWay.size === 0) drained?.()
    return true
  }
  const fail = (waiting: Waiting, error: Error) => {
    if (finish(waiting)) waiting.settled.reject(error)
  }

  const onAnswer = ({ append, stored, refusal }: AppendAnswer) => {
    const waiting = sent.get(append)
    if (!waiting) return
    if (stored) {
      const { revision, position } = stored
      if (position === null) return fail(waiting, new OutcomeUnknown(waiting.streamId))
      if (finish(waiting)) waiting.settled.resolve({ revision, position })
    } else if (refusal && !PASSING.has(refusal.reason)) fail(waiting, refused(waiting, refusal))
  }

  /** The call ended: each append goes on in another when its time comes, unless the server takes none at all. */
  const onOver = (error: unknown) => {
    call = null
    if (!(error instanceof GrpcError)) return
    const refusal =
      error.code === CODES.unimplemented
        ? tooOld(error)
        : error.code === CODES.permissionDenied || error.code === CODES.unauthenticated
          ? refusedCredentials(error)
          : null
    if (refusal) for (const waiting of underWay) fail(waiting, refusal)
    else if (error.exception === 'not-leader') for (const waiting of underWay) void send(waiting)
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
    try {
      call ??= connect(onAnswer, onOver).catch((error: unknown) => {
        call = null
        throw error
      })
      const shared = await call
      const isFirst = waiting.numbers.length === 0
      if (isFirst && !(await shared.answers())) throw new NotConnected('EventStoreDB does not answer')
      if (!underWay.has(waiting)) return
      count += 1
      waiting.numbers.push(count)
      sent.set(count, waiting)
      shared.send(correlationId(client, count), waiting.message)
    } catch (error) {
      if (waiting.numbers.length === 0) fail(waiting, neverSent(error))
    }
  }

  return {
    append: (streamId, expected, events) => {
      const waiting: Waiting = {
        streamId,
        expected,
        message: batchAppend(streamId, expected, events, timeoutMs),
        giveUpAt: performance.now() + timeoutMs,
        settled: Promise.withResolvers(),
        numbers: [],
        tries: 0,
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

const unanswered = ({ streamId, numbers }: Waiting): Error =>
  numbers.length > 0 ? new OutcomeUnknown(streamId) : new StoreUnavailable('EventStoreDB cannot be reached')

/** What a refusal means to the port. Everything that does not certainly mean "not stored" is {@link OutcomeUnknown}. */
const refused = ({ streamId, expected }: Waiting, { reason, message, actual }: AppendRefusal): Error => {
  switch (reason) {
    case 'WrongExpectedVersion':
      return new WrongExpectedRevision(streamId, expected, actual)
    case 'MaximumAppendSizeExceeded':
      return new InvalidEvent(`An append to ${streamId} is larger than the server takes`)
    case 'StreamDeleted':
      return new StreamDeleted(streamId)
    case 'AccessDenied':
      return refusedCredentials(new Error(message))
    case 'BadRequest':
      return new InvalidEvent(`EventStoreDB does not understand an append to ${streamId}: ${message}`)
    default:
      return new OutcomeUnknown(streamId, { cause: new Error(`${reason}: ${message}`) })
  }
}
