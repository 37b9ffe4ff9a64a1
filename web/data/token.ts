import * as z from 'zod/mini'
import { operations } from '../../api/contract/operations.ts'
import { YutBalance, YutTransaction } from '../../api/contract/token.ts'
import { call } from './client.ts'
import { document, type DocumentSource } from './sources.ts'

/** As specified: ten are fetched. */
const FETCHED = 10

/** Tokens, stake, voting power and rewards of the signed-in member. */
export const yutBalance: DocumentSource<YutBalance> = document(
  'yut:balance',
  YutBalance,
  (options) => call(operations.getYutBalance, options),
  (data) => data.yut_balance,
)

/** The newest stakes, unstakes, claims and token transfers. */
export const yutTransactions: DocumentSource<YutTransaction[]> = document(
  'yut:transactions',
  z.array(YutTransaction),
  (options) =>
    call(operations.listYutTransactions, {
      query: { limit: String(FETCHED) },
      ...options,
    }),
  (data) => data.transactions,
)

const Proposals = operations.listProposals.response
export type Proposals = z.infer<typeof Proposals>

/** Open proposals, then closed ones, and whether the member may open one. */
export const proposals: DocumentSource<Proposals> = document(
  'yut:proposals',
  Proposals,
  (options) => call(operations.listProposals, options),
  (data) => data,
)
