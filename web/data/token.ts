import * as z from 'zod/mini'
import { operations } from '../../api/contract/operations.ts'
import { YutBalance, YutTransaction } from '../../api/contract/token.ts'
import { call } from './client.ts'
import type { DocumentSource } from './sources.ts'

/** As specified: ten are fetched. */
const FETCHED = 10

const now = (): string => new Date().toISOString()

/** Tokens, stake, voting power and rewards of the signed-in member. */
export const yutBalance: DocumentSource<YutBalance> = {
  key: 'yut:balance',
  schema: YutBalance,
  load: async ({ minPosition }) => {
    const { data, asOf } = await call(operations.getYutBalance, { minPosition })
    return { value: data.yut_balance, asOf: asOf ?? now() }
  },
}

/** The newest stakes, unstakes, claims and token transfers. */
export const yutTransactions: DocumentSource<YutTransaction[]> = {
  key: 'yut:transactions',
  schema: z.array(YutTransaction),
  load: async ({ minPosition }) => {
    const { data, asOf } = await call(operations.listYutTransactions, {
      query: { limit: String(FETCHED) },
      minPosition,
    })
    return { value: data.transactions, asOf: asOf ?? now() }
  },
}

const Proposals = operations.listProposals.response
export type Proposals = z.infer<typeof Proposals>

/** Open proposals, then closed ones, and whether the member may open one. */
export const proposals: DocumentSource<Proposals> = {
  key: 'yut:proposals',
  schema: Proposals,
  load: async ({ minPosition }) => {
    const { data, asOf } = await call(operations.listProposals, { minPosition })
    return { value: data, asOf: asOf ?? now() }
  },
}
