import { HttpError } from './errors.ts'

export interface TurnsOptions {
  /** Pieces of work of one key that run at the same time at most. */
  readonly perKey: number
  /** Pieces of work of one key that may wait; one more is refused. */
  readonly waitingMax: number
  /** Pieces of work of all keys together that run at the same time at most. Default: any number. */
  readonly total?: number
}

/** Runs `work` of `key` when it is its turn. @throws {HttpError} 429 too many of this key wait already */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

const tooMany = () =>
  new HttpError(
    429,
    'too_many_at_once',
    'Too many requests are under way at once. Please wait for their answers and try again.',
    { retryAfterSeconds: 1 },
  )

/**
 * Turns for work that shares something scarce, such as database connections: each key has a queue of its own,
 * and the queues take turns, so that whoever asks for much waits for themselves and not the others for them.
 */
export const createTurns = ({ perKey, waitingMax, total = Infinity }: TurnsOptions): Turns => {
  const queues = new Map<string, Queue>()
  let running = 0
  let waiting = 0

  /** Starts what may start, one of each queue at a time; a queue that was served goes to the end of the line. */
  const serve = (): void => {
    // Nearly always: nobody looks through the queues of all who are being served.
    if (waiting === 0) return
    for (const [key, queue] of queues) {
      if (running >= total) return
      if (queue.running >= perKey) continue
      const next = queue.waiting.shift()
      if (!next) continue
      waiting -= 1
      queues.delete(key)
      queues.set(key, queue)
      queue.running += 1
      running += 1
      next()
    }
  }

  const finish = (key: string, queue: Queue): void => {
    queue.running -= 1
    running -= 1
    queues.delete(key)
    if (queue.running > 0 || queue.waiting.length > 0) queues.set(key, queue)
    serve()
  }

  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    if (queue.running < perKey && running < total) {
      queue.running += 1
      running += 1
      queues.set(key, queue)
    } else {
      if (queue.waiting.length >= waitingMax) throw tooMany()
      queues.set(key, queue)
      waiting += 1
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      finish(key, queue)
    }
  }
}
