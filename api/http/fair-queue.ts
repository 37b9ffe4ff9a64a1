import { HttpError } from './errors.ts'

export interface FairQueueOptions {
  /** Maximum concurrent pieces of work of one key. */
  readonly perKey: number
  /** Maximum waiting pieces of work of one key; one more is refused. */
  readonly waitingMax: number
  /** Maximum concurrent pieces of work over all keys. Default: unlimited. */
  readonly total?: number
}

/** Runs `work` of `key` in its turn. @throws {HttpError} 429 too many of this key are waiting */
export type FairQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

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
 * Fair scheduling of work that shares a scarce resource, such as database connections: each key has its own queue, and
 * the queues take turns, so that a key with much work delays only itself.
 */
export const createFairQueue = ({ perKey, waitingMax, total = Infinity }: FairQueueOptions): FairQueue => {
  const queues = new Map<string, Queue>()
  let running = 0
  let waiting = 0

  /** Starts waiting work, one piece per queue at a time; a served queue moves to the end of the line. */
  const serve = (): void => {
    // The usual case: skips the search through all queues.
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
