/**
 * A checker of linearizability after Wing and Gong ("Testing and verifying concurrent objects", 1993) with the memory of
 * Lowe ("Testing for linearizability", 2017), as in porcupine: it looks for an order of the operations that the model
 * allows and in which each operation that returned before another was called comes first. It is complete: "illegal"
 * means that no such order exists.
 */

/** It took effect at one moment between its call and its return. */
export interface Operation<Step> {
  /** For messages. */
  readonly name: string
  readonly step: Step
  /** By the one clock of whoever called, ms. */
  readonly calledAt: number
  /** Infinity where it may take effect at any time after its call. */
  readonly returnedAt: number
  /** Another operation of the same history that takes effect before it. */
  readonly after?: Operation<Step>
  /** The operation with the lowest number is tried first, which decides how long the search takes, never its result. */
  readonly hint?: number
}

/** What one process that does one operation after the other would answer. */
export interface Model<State, Step> {
  readonly initial: State
  /** The next state, the same object where the step changes nothing; null where the step cannot happen. Pure. */
  readonly apply: (state: State, step: Step) => State | null
  /** Equal for equal states only. */
  readonly keyOf: (state: State) => string
}

export type Verdict<State, Step> =
  | { readonly legal: true; readonly order: readonly Operation<Step>[] }
  | {
      readonly legal: false
      /** The longest order that the model allows. */
      readonly order: readonly Operation<Step>[]
      /** The state after it. */
      readonly state: State
      /** Operations of which one had to come next. */
      readonly next: readonly Operation<Step>[]
    }

/** More than this would fill the memory. A history with fewer clients at a time has fewer. */
const STATES_MAX = 1_000_000

/** The operations that have taken effect, a prefix of the calls and few others. */
const createProgress = <Step>(operations: readonly Operation<Step>[]) => {
  const place = new Map(operations.map((one, n) => [one, n]))
  const isDone = operations.map(() => false)
  const order: number[] = []
  let first = 0

  const mayBeNext = ({ after }: Operation<Step>): boolean => {
    if (!after) return true
    const before = place.get(after)
    if (before === undefined) throw new Error(`${after.name} is not in the history`)
    return isDone[before] === true
  }
  return {
    order,
    /** The operations that none of the others must precede. */
    candidates: (): number[] => {
      const found: number[] = []
      let returnedAt = Infinity
      for (let n = first; n < operations.length; n += 1) {
        const one = operations[n]
        // Whatever is called later comes after the one that returned first.
        if (!one || one.calledAt > returnedAt) break
        if (isDone[n]) continue
        returnedAt = Math.min(returnedAt, one.returnedAt)
        if (mayBeNext(one)) found.push(n)
      }
      return found
    },
    add: (n: number): void => {
      isDone[n] = true
      order.push(n)
      while (isDone[first]) first += 1
    },
    takeBack: (): void => {
      const n = order.pop()
      if (n === undefined) return
      isDone[n] = false
      first = Math.min(first, n)
    },
    /** The set of the operations that have taken effect. */
    key: (): string => {
      const beyond = order.filter((n) => n > first).toSorted((one, other) => one - other)
      return `${first}|${beyond.join()}`
    },
  }
}

/** @throws where the history has too many concurrent operations to decide */
export const checkLinearizable = <State, Step>(
  history: readonly Operation<Step>[],
  { initial, apply, keyOf }: Model<State, Step>,
): Verdict<State, Step> => {
  const operations = history.toSorted((one, other) => one.calledAt - other.calledAt)
  const progress = createProgress(operations)
  const seen = new Set<string>()
  const at = (n: number): Operation<Step> => {
    const one = operations[n]
    if (!one) throw new RangeError(`There is no operation ${n}`)
    return one
  }
  const byHint = (one: number, other: number): number =>
    (at(one).hint ?? Infinity) - (at(other).hint ?? Infinity) || one - other
  const inOrder = (): Operation<Step>[] => progress.order.map(at)

  /**
   * What changes nothing takes effect as soon as it may: an order with it later is an order with it now as well, so no
   * alternative needs to be tried.
   */
  const observe = (state: State): void => {
    for (;;) {
      const observed = progress.candidates().filter((n) => apply(state, at(n).step) === state)
      if (observed.length === 0) return
      for (const n of observed) progress.add(n)
    }
  }
  interface Branch {
    readonly state: State
    /** How many had taken effect before. */
    readonly length: number
    readonly candidates: number[]
  }
  const branch = (state: State, length: number): Branch => {
    observe(state)
    const key = `${progress.key()}|${keyOf(state)}`
    if (seen.has(key)) return { state, length, candidates: [] }
    if (seen.size >= STATES_MAX)
      throw new Error(`Gave up after ${STATES_MAX} states: check a shorter history`)
    seen.add(key)
    return { state, length, candidates: progress.candidates().toSorted(byHint).toReversed() }
  }

  let longest: Verdict<State, Step> = { legal: false, order: [], state: initial, next: [] }
  const branches = [branch(initial, 0)]
  for (;;) {
    if (progress.order.length === operations.length) return { legal: true, order: inOrder() }
    const current = branches.at(-1)
    if (!current) return longest
    if (longest.order.length < progress.order.length || longest.next.length === 0)
      longest = {
        legal: false,
        order: inOrder(),
        state: current.state,
        next: progress.candidates().map(at),
      }
    const n = current.candidates.pop()
    if (n === undefined) {
      branches.pop()
      while (progress.order.length > current.length) progress.takeBack()
      continue
    }
    const next = apply(current.state, at(n).step)
    if (next === null) continue
    const { length } = progress.order
    progress.add(n)
    branches.push(branch(next, length))
  }
}
