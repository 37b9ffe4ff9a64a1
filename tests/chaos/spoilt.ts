import type { BankOperation } from './bank.ts'
import type { Random } from '../crash/random.ts'

/**
 * The control of the checker: a right history made wrong in one place. All amounts of a history are multiples of five
 * minor units, so no balance is one minor unit off; and it ends with a read of every balance by every process, so no
 * payment can be left out, added or come later.
 */
export interface Spoilt {
  readonly what: string
  readonly history: readonly BankOperation[]
}

const plusOne = (balances: ReadonlyMap<string, bigint>): ReadonlyMap<string, bigint> =>
  new Map([...balances].map(([account, minor], n) => [account, n === 0 ? minor + 1n : minor]))

/** Each way to spoil an operation; null where it is none of that kind. */
const WAYS: readonly {
  readonly what: string
  readonly spoil: (one: BankOperation, endsAt: number) => BankOperation | null
}[] = [
  {
    what: 'a read sees another balance',
    spoil: (one) =>
      one.step.kind === 'read'
        ? { ...one, step: { kind: 'read', balances: plusOne(one.step.balances) } }
        : null,
  },
  {
    what: 'a refusal names another balance',
    spoil: (one) =>
      one.step.kind === 'refused'
        ? { ...one, step: { ...one.step, available: one.step.available + 1n } }
        : null,
  },
  {
    what: 'a refused payment was carried out',
    spoil: (one) =>
      one.step.kind === 'refused'
        ? { ...one, step: { kind: 'moved', changes: new Map([[one.step.account, -one.step.minor]]) } }
        : null,
  },
  {
    what: 'a payment was not carried out',
    spoil: (one) =>
      one.step.kind === 'moved' ? { ...one, step: { kind: 'moved', changes: new Map() } } : null,
  },
  {
    what: 'a payment was carried out when all was over',
    spoil: (one, endsAt) =>
      one.step.kind === 'moved' ? { ...one, calledAt: endsAt + 1, returnedAt: endsAt + 2 } : null,
  },
]

/** The history spoilt in each of the ways, at so many random places each. */
export const spoilt = (history: readonly BankOperation[], random: Random, places: number): Spoilt[] => {
  const endsAt = Math.max(
    ...history.flatMap(({ calledAt, returnedAt }) => [calledAt, returnedAt]).filter((ms) => ms < Infinity),
  )
  return WAYS.flatMap(({ what, spoil }) => {
    const [first, ...others] = history.filter((one) => spoil(one, endsAt))
    if (!first) return []
    return Array.from({ length: places }, () => {
      const place = random.pick([first, ...others])
      const wrong = spoil(place, endsAt) ?? place
      return {
        what: `${what}: ${place.name}`,
        history: history.map((one) =>
          one === place ? wrong : one.after === place ? { ...one, after: wrong } : one,
        ),
      }
    })
  })
}
