import type { operations } from '../contract/operations.ts'

/**
 * Reads that wait for the caller's `Ledger-Min-Position`; others ignore it. Not part of the contract, which the app
 * loads: only the server and the OpenAPI document need it. `registerRead` refuses an operation that is missing here.
 */
export const LEDGER_READS: ReadonlySet<string> = new Set<keyof typeof operations>([
  'getBill',
  'getBillForecast',
  'getDashboard',
  'getDeposit',
  'getPool',
  'getTogether',
  'getTransfer',
  'getWallet',
  'getWalletInsights',
  'getWithdrawal',
  'getYutBalance',
  'listBills',
  'listPoolActivity',
  'listPools',
  'listProposals',
  'listTransactions',
  'listTransferRequests',
  'listWithdrawals',
  'listYutTransactions',
])
