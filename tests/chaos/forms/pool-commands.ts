import { textIn, type AtHand } from './at-hand.ts'
import type { FormsOfCommand } from './forms.ts'
import type { Call, Everywhere } from './world.ts'

const POOLS = '/api/investments/pools'

export const poolCommands = ({ pair, done, most, richest }: AtHand): FormsOfCommand[] => {
  const creates = (member: Everywhere, cents: number): Call => ({
    member,
    path: POOLS,
    body: { pool_name: 'Rainy days', initial_investment_cents: cents },
  })
  const created = async (member: Everywhere): Promise<string> =>
    textIn(await done(creates(member, 100_00)), 'pool_id')
  const own = new Map<string, Promise<string>>()
  /** One pool of each member for what leaves it as it is. */
  const poolOf = (member: Everywhere): Promise<string> => {
    const known = own.get(member.user.id) ?? created(member)
    own.set(member.user.id, known)
    return known
  }
  const moves = (member: Everywhere, pool: string, way: string, cents: number): Call => ({
    member,
    path: `${POOLS}/${pool}/${way}`,
    body: { amount_cents: cents },
  })
  const closes = (member: Everywhere, pool: string): Call => ({ member, path: `${POOLS}/${pool}/close` })
  const inCents = (minor: bigint): number => Number(minor)
  return [
    {
      operation: 'createPool',
      fact: 'PoolCreated',
      ready: async (turn) => {
        const [member] = pair(turn)
        return { call: creates(member, 100_00), other: creates(member, 101_00) }
      },
      scarce: async () => {
        const [member] = await richest()
        const cents = inCents(await most(member, 'usd'))
        return { calls: [creates(member, cents), creates(member, cents - 1)] }
      },
    },
    {
      operation: 'contributeToPool',
      fact: 'PoolContributionSent',
      ready: async (turn) => {
        const [member] = pair(turn)
        const pool = await poolOf(member)
        return {
          call: moves(member, pool, 'contributions', 2_00),
          other: moves(member, pool, 'contributions', 3_00),
        }
      },
      scarce: async () => {
        const [member] = await richest()
        const pool = await poolOf(member)
        const cents = inCents(await most(member, 'usd'))
        return {
          calls: [
            moves(member, pool, 'contributions', cents),
            moves(member, pool, 'contributions', cents - 1),
          ],
        }
      },
    },
    {
      operation: 'withdrawFromPool',
      fact: 'PoolProceedsOrdered',
      ready: async (turn) => {
        const [member] = pair(turn)
        const pool = await poolOf(member)
        return {
          call: moves(member, pool, 'withdrawals', 2_00),
          other: moves(member, pool, 'withdrawals', 3_00),
        }
      },
      scarce: async (turn) => {
        const [member] = pair(turn)
        const pool = await created(member)
        return {
          calls: [moves(member, pool, 'withdrawals', 60_00), moves(member, pool, 'withdrawals', 61_00)],
        }
      },
    },
    {
      operation: 'closePool',
      fact: 'PoolProceedsOrdered',
      ready: async (turn) => {
        const [member] = pair(turn)
        return { call: closes(member, await created(member)), other: closes(member, await created(member)) }
      },
      scarce: async (turn) => {
        const [member] = pair(turn)
        const pool = await created(member)
        return { calls: [closes(member, pool), closes(member, pool)] }
      },
    },
  ]
}
