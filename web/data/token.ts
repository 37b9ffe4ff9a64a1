import { governanceOperations } from '../../api/contract/governance.ts'
import { tokenOperations } from '../../api/contract/token.ts'
import { answerOf, fieldOf } from './sources.ts'

/** As many as the panel shows. */
const FETCHED = 10

/** Tokens, stake, voting power and rewards of the signed-in member. */
export const yutBalance = fieldOf('yut:balance', tokenOperations.getYutBalance, 'yut_balance')

/** The newest stakes, unstakes, claims and token transfers. */
export const yutTransactions = fieldOf(
  'yut:transactions',
  tokenOperations.listYutTransactions,
  'transactions',
  {
    query: { limit: String(FETCHED) },
  },
)

/** Open proposals, then closed ones, and whether the member may open one. */
export const proposals = answerOf('yut:proposals', governanceOperations.listProposals, { query: {} })
