import { HttpError } from '../http/errors.ts'
import type { ClosingObstacle } from '../contract/profile.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { Area, Settlement } from '../area.ts'
import { freshTo, type WaitFor } from '../http/reading.ts'

/** What closing the account would do now. */
export interface Closing {
  readonly obstacles: readonly ClosingObstacle[]
  /** Cents that are taken from the wallet then. */
  readonly owed: bigint
}

/** What every area says about closing an account. */
export interface Closings {
  /** Asks each area; changes nothing. */
  readonly of: (memberId: string) => Promise<Closing>
  /** The same on read models that know the whole log. @throws {HttpError} 503 they do not catch up in time */
  readonly freshOf: (memberId: string) => Promise<Closing>
  /**
   * Settles what is owed in every area. Safe to repeat.
   * @throws {HttpError | Refusal} 422 the wallet cannot pay what is owed
   */
  readonly settleOwed: (memberId: string) => Promise<void>
  /**
   * Makes sure, on read models that know the whole log, that nothing is left but what closing itself does with it, and
   * settles what is owed. Safe to repeat.
   * @throws {HttpError} 422 with the obstacles; 503 when the read models do not catch up in time
   * @throws {Refusal} the wallet cannot pay what is owed
   */
  readonly settle: (memberId: string) => Promise<void>
}

/** All refusals of a closing, as one sentence each. */
export const refused = ([first, ...others]: readonly ClosingObstacle[]): HttpError | null =>
  first ? new HttpError(422, first.code, [first, ...others].map(({ message }) => message).join(' ')) : null

/** @param areas all areas of the server */
export const createClosings = (
  {
    wallets,
    head,
    waitFor,
  }: {
    readonly wallets: Pick<Wallets, 'stateOf'>
    readonly head: () => Promise<bigint>
    readonly waitFor: WaitFor
  },
  areas: () => readonly Area[],
): Closings => {
  const settlements = (): readonly Settlement[] =>
    areas().flatMap(({ settle }) => ('never' in settle ? [] : [settle]))

  const of: Closings['of'] = async (memberId) => {
    const debts = await Promise.all(settlements().map(({ owed }) => owed(memberId)))
    const owed = debts.reduce((sum, cents) => sum + cents, 0n)
    const asked = areas().flatMap(({ obstacles }) => ('never' in obstacles ? [] : [obstacles]))
    const found = await Promise.all(asked.map((obstacles) => obstacles(memberId, owed)))
    return { obstacles: found.flat(), owed }
  }

  const freshOf: Closings['freshOf'] = async (memberId) => {
    await freshTo({ waitFor }, await head(), ['wallet', 'activity', 'deposits', 'pools', 'bills'])
    return of(memberId)
  }

  const settleOwed: Closings['settleOwed'] = async (memberId) => {
    for (const { settle } of settlements()) await settle(memberId)
  }

  return {
    of,
    freshOf,
    settleOwed,
    settle: async (memberId) => {
      // Repeated after a crash: the wallet is closed, and all is settled.
      if ((await wallets.stateOf(memberId)).status === 'closed') return
      const { obstacles } = await freshOf(memberId)
      const left = refused(obstacles.filter(({ ends }) => ends !== 'by_closing'))
      if (left) throw left
      await settleOwed(memberId)
    },
  }
}
