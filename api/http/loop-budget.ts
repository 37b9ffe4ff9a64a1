import { performance } from 'node:perf_hooks'
import { LRUCache } from 'lru-cache'
import { HttpError } from './errors.ts'

/** Seconds over which a member's use of the event loop is counted. */
const SECONDS = 10
/** Members remembered at once; who is forgotten begins anew. */
const MEMBERS_MAX = 10_000

export interface LoopBudgetOptions {
  /** Milliseconds of the event loop that one member may use in ten seconds; 0: no limit. */
  readonly budgetMs: number
  /** Milliseconds that the event loop has worked so far, not counting waiting. */
  readonly activeMs?: () => number
  readonly nowMs?: () => number
}

/** Runs a member's work and counts the event-loop time that it takes. @throws {HttpError} 429 above the budget */
export type LoopBudget = <T>(member: string, work: () => Promise<T>) => Promise<T>

const busy = (ms: number) =>
  new HttpError(
    429,
    'too_much_work',
    'Your requests keep the server busier than one member may. Please wait a moment and try again.',
    { retryAfterSeconds: Math.max(1, ms / 1_000) },
  )

/**
 * A budget of event-loop time for each member: whatever a call costs, and however many there are, others keep most of
 * the loop. What the loop works is divided equally among the calls under way, whose number a member's turns limit, so
 * that nothing has to be measured within a call. What was used drains away steadily, the whole budget in ten seconds.
 */
export const createLoopBudget = ({
  budgetMs,
  activeMs = () => performance.eventLoopUtilization().active,
  nowMs = () => performance.now(),
}: LoopBudgetOptions): LoopBudget => {
  if (budgetMs === 0) return (_member, work) => work()
  const drained = budgetMs / (SECONDS * 1_000)
  const used = new LRUCache<string, { readonly ms: number; readonly atMs: number }>({ max: MEMBERS_MAX })
  let running = 0
  let last = activeMs()
  /** What a call that has been under way all the time would have used. */
  let share = 0

  const divide = (): void => {
    const active = activeMs()
    if (running > 0) share += (active - last) / running
    last = active
  }
  const usedBy = (member: string): number => {
    const before = used.get(member)
    return before ? Math.max(0, before.ms - (nowMs() - before.atMs) * drained) : 0
  }

  return async (member, work) => {
    const over = usedBy(member) - budgetMs
    if (over > 0) throw busy(over / drained)
    divide()
    running += 1
    const from = share
    try {
      return await work()
    } finally {
      divide()
      running -= 1
      used.set(member, { ms: usedBy(member) + share - from, atMs: nowMs() })
    }
  }
}
