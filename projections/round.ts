import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { StoreUnavailable, type EventStore } from '../events/store/event-store.ts'
import { advance, endOf, type Commit } from './advance.ts'
import { recordFailure, type Passes } from './checkpoint.ts'
import { commitStep } from './commit.ts'
import { Fenced, type PoisonEvent } from './failure.ts'
import type { Log } from './log.ts'
import type { Projection } from './projection.ts'

export type ProjectionState = 'catching_up' | 'live' | 'failed'

export interface Round {
  readonly store: EventStore
  /** The lease's connection; everything is written through it. */
  readonly client: Client
  readonly schema: string
  readonly projections: readonly Projection[]
  /** The position of each. */
  readonly checkpoints: ReadonlyMap<string, bigint>
  readonly passes: Passes
  readonly batchMax: number
  readonly signal: AbortSignal
  readonly log: Log
  readonly setState: (names: readonly string[], state: ProjectionState, error?: string) => void
  readonly applied: (names: readonly string[], position: bigint) => void
  /** Whether somebody waits for one of these projections; `onWaiting` adds a listener for waits that begin. */
  readonly isWaitedFor: (names: readonly string[]) => boolean
  readonly onWaiting: (listener: () => void) => () => void
  /** Counts a stop of a projection and returns the pause before it tries again. */
  readonly retryAfterMs: (name: string) => number
}

/**
 * Default interval of batches under load, ms: batches become fewer and larger, and cost far less per event. A wait for
 * a position cuts the pause short, and a lone event is never delayed by it.
 */
const PACE_MS = 40

/** Runs tasks one at a time, in order. */
const turnstile = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const mine = last.then(task)
    last = mine.catch(() => undefined)
    return mine
  }
}

/**
 * Follows the log from the checkpoints, until the signal aborts (it then returns) or an error occurs that is
 * not the fault of an event (it then throws, after all its tasks have ended). Projections at the same position
 * with the same pace share one subscription and one transaction; one that lags behind or has stopped has its
 * own until the next round.
 * @throws {Fenced} when another process moved the checkpoints: read them again and start a new round
 */
export const runRound = async (round: Round): Promise<void> => {
  const { store, client, schema, passes, batchMax, log } = round
  const ending = new AbortController()
  const signal = AbortSignal.any([round.signal, ending.signal])
  const oneAtATime = turnstile()
  const tasks = new Set<Promise<void>>()
  const failures: unknown[] = []

  const spawn = (work: () => Promise<void>): void => {
    const task = work()
      .catch((error: unknown) => {
        failures.push(error)
        ending.abort()
      })
      .finally(() => tasks.delete(task))
    tasks.add(task)
  }
  const pause = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

  let waitingBegins = new AbortController()
  const unhear = round.onWaiting(() => waitingBegins.abort())

  /** Pauses until the next events are due; while somebody waits for them, only as long as the last ones took. */
  const rest = async (running: readonly Projection[], tookMs: number): Promise<void> => {
    const names = running.map(({ name }) => name)
    const until = performance.now() + (running[0]?.paceMs ?? PACE_MS) - tookMs
    const earliest = Math.min(until, performance.now() + tookMs)
    for (;;) {
      const ms = (round.isWaitedFor(names) ? earliest : until) - performance.now()
      if (ms <= 0 || signal.aborted) return
      if (waitingBegins.signal.aborted) waitingBegins = new AbortController()
      await sleep(ms, undefined, {
        signal: AbortSignal.any([signal, waitingBegins.signal]),
        ref: false,
      }).catch(() => undefined)
    }
  }

  const commit: Commit = (projections, from, events) =>
    oneAtATime(async () => {
      const to = endOf(events, from)
      await commitStep(client, { schema, passes, projections, from, events, to })
      round.applied(
        projections.map(({ name }) => name),
        to,
      )
    })

  const stop = async (projection: Projection, poison: PoisonEvent): Promise<void> => {
    const { event, checkpoint, message } = poison
    const ms = round.retryAfterMs(projection.name)
    log.error(
      {
        projection: projection.name,
        eventId: event.id,
        eventType: event.type,
        streamId: event.streamId,
        position: event.position.toString(),
        retryAfterMs: ms,
        err: poison,
      },
      message,
    )
    round.setState([projection.name], 'failed', message)
    passes.stopped(projection.name)
    await oneAtATime(() =>
      recordFailure(client, {
        name: projection.name,
        position: checkpoint,
        error: message,
        failedPosition: event.position,
      }),
    )
    spawn(async () => {
      await pause(ms)
      if (!signal.aborted) await follow([projection], checkpoint)
    })
  }

  /** The end of the log, as last known while it cannot be read: the subscription waits until it is back. */
  const headNow = async (known: bigint): Promise<bigint> => {
    try {
      return await store.head()
    } catch (error) {
      if (error instanceof StoreUnavailable) return known
      throw error
    }
  }

  /**
   * A group has caught up when it has everything that was in the log after its last pause. The size of a batch says
   * nothing of that: how much a subscription delivers at a time is its store's affair.
   */
  const follow = async (members: readonly Projection[], after: bigint): Promise<void> => {
    let head = await store.head()
    /** When the events began to be applied that follow without a pause. */
    let startedAt: number | null = null
    let running = members
    let position = after
    const reportProgress = (state: 'catching_up' | 'live'): void =>
      round.setState(
        running.map(({ name }) => name),
        state,
      )
    if (position >= head) reportProgress('live')
    for await (const events of store.subscribe({ after, batchMax, signal })) {
      startedAt ??= performance.now()
      const stopped = await advance(commit, running, position, events)
      position = endOf(events, position)
      for (const poison of stopped) {
        const culprit = running.find(({ name }) => name === poison.projection)
        if (culprit) await stop(culprit, poison)
      }
      running = running.filter(({ name }) => !stopped.some(({ projection }) => projection === name))
      if (running.length === 0) return
      reportProgress(position >= head ? 'live' : 'catching_up')
      if (position < head) continue
      await rest(running, performance.now() - startedAt)
      startedAt = null
      head = await headNow(head)
    }
  }

  const positionOf = ({ name }: Projection): bigint => round.checkpoints.get(name) ?? 0n
  const groups = Map.groupBy(round.projections, (one) => `${positionOf(one)} ${one.paceMs ?? PACE_MS}`)
  for (const members of groups.values()) {
    const [first] = members
    const position = first ? positionOf(first) : 0n
    round.setState(
      members.map(({ name }) => name),
      'catching_up',
    )
    spawn(() => follow(members, position))
  }
  while (tasks.size > 0) await Promise.all(tasks)
  unhear()
  const failure = failures.find((error) => !(error instanceof Fenced)) ?? failures[0]
  if (failure) throw failure
}
