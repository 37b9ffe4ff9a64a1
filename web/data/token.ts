import * as z from 'zod/mini'
import { governanceOperations } from '../../api/contract/governance.ts'
import { YutBalance, YutTransaction, tokenOperations } from '../../api/contract/token.ts'
import { call } from './client.ts'
import { document, type DocumentSource } from './sources.ts'

/** As many as the panel shows. */
const FETCHED = 10

/** Tokens, stake, voting power and rewards of the signed-in member. */
export const yutBalance: DocumentSource<YutBalance> = document(
  'yut:balance',
  YutBalance,
  (options) => call(tokenOperations.getYutBalance, options),
  (data) => data.yut_balance,
)

/** The newest stakes, unstakes, claims and token transfers. */
export const yutTransactions: DocumentSource<YutTransaction[]> = document(
  'yut:transactions',
  z.array(YutTransaction),
  (options) =>
    call(tokenOperations.listYutTransactions, {
      query: { limit: String(FETCHED) },
      ...options,
    }),
  (data) => data.transactions,
)

const Proposals = governanceOperations.listProposals.response
export type Proposals = z.infer<typeof Proposals>

/** Open proposals, then closed ones, and whether the member may open one. */
export const proposals: DocumentSource<Proposals> = document(
  'yut:proposals',
  Proposals,
  (options) => call(governanceOperations.listProposals, options),
  (data) => data,
)
