import { randomUUID } from 'node:crypto'
import type { Answer, Call, Everywhere, FormsWorld } from './world.ts'

/** The demo members, who take turns, so that no one form finds what another has used up. */
export type Everyone = readonly [Everywhere, Everywhere, Everywhere, Everywhere]

const HANDLES = ['ada', 'grace', 'katherine', 'alan'] as const

const shareOf = (minor: bigint, percent: bigint): bigint => (minor * percent) / 100n

/** What the tables of commands are made from. */
export interface AtHand {
  readonly world: FormsWorld
  /** The member whose turn it is, and the next one. */
  readonly pair: (turn: number) => readonly [Everywhere, Everywhere]
  /** Sends it once; throws unless it succeeds. @returns the answer's body */
  readonly done: (call: Call, key?: string | null) => Promise<unknown>
  readonly read: (member: Everywhere, path: string) => Promise<unknown>
  /** Most of what there is in an account, twice of which is not there: minor units. */
  readonly most: (member: Everywhere, account: 'usd' | 'yut' | 'yut:staked') => Promise<bigint>
  /** The member with the most dollars, and another. */
  readonly richest: () => Promise<readonly [Everywhere, Everywhere]>
}

export const field = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), value)

export const textIn = (value: unknown, ...names: readonly string[]): string => {
  const found = field(value, ...names)
  if (typeof found !== 'string') throw new Error(`${names.join('.')} is no text in ${JSON.stringify(value)}`)
  return found
}

export const getAtHand = async (world: FormsWorld): Promise<AtHand & { readonly everyone: Everyone }> => {
  const [ada, grace, katherine, alan] = HANDLES
  const everyone: Everyone = [
    await world.signIn(ada),
    await world.signIn(grace),
    await world.signIn(katherine),
    await world.signIn(alan),
  ]
  const pair: AtHand['pair'] = (turn) => [
    everyone[turn % 4] ?? everyone[0],
    everyone[(turn + 1) % 4] ?? everyone[1],
  ]
  const bodyOf = ({ status, text }: Answer, what: string): unknown => {
    if (status < 200 || status >= 300) throw new Error(`${what}: ${status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  const read: AtHand['read'] = async ({ browser }, path) => {
    const response = await browser.fetch(path)
    return bodyOf({ status: response.status, text: await response.text() }, path)
  }
  const available = async (member: Everywhere, account: string): Promise<bigint> => {
    const balances = field(await read(member, '/api/wallet/balances'), 'balances')
    if (!Array.isArray(balances)) throw new Error('There are no balances')
    const found: unknown = balances.find((one) => field(one, 'account') === account)
    return found === undefined ? 0n : BigInt(textIn(found, 'amount_minor'))
  }
  return {
    world,
    everyone,
    pair,
    read,
    done: async (call, key = randomUUID()) => bodyOf(await world.send(call, key, 0), call.path),
    most: async (member, account) => shareOf(await available(member, account), 60n),
    richest: async () => {
      const sums = await Promise.all(everyone.map((member) => available(member, 'usd')))
      const at = sums.reduce((best, sum, n) => (sum > (sums[best] ?? 0n) ? n : best), 0)
      return pair(at)
    },
  }
}
