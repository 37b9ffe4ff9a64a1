import type { DatedFact } from '../../../events/audit/dated-fact.ts'
import { happenedAt } from '../../../events/happened-at.ts'
import { parseLedgerEvent } from '../../../events/ledger-event.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import { createViews as createPoolAndBillViews } from '../pools/views.ts'
import { SALE_MIN } from './pools/reference.ts'
import { createCredentialViews } from './credentials/views.ts'
import { createDepositViews } from './deposits/views.ts'
import { createGovernanceViews } from './governance/views.ts'
import { createOrderViews } from './pools/views.ts'
import { createRequestViews } from './requests/views.ts'
import { createTokenViews } from './token/views.ts'
import { createWalletViews } from './wallets/views.ts'
import { createWithdrawalViews } from './withdrawals/views.ts'

/**
 * In-memory stand-in for the read models that the processes query for unfinished work: folded from the log, and always
 * up to date.
 */
export const createViews = (log: readonly RecordedEvent[]) => {
  const wallets = createWalletViews()
  const deposits = createDepositViews()
  const withdrawals = createWithdrawalViews()
  const requests = createRequestViews()
  const token = createTokenViews()
  const governance = createGovernanceViews()
  const credentials = createCredentialViews()
  const orders = createOrderViews()
  const money = createPoolAndBillViews(SALE_MIN)
  const parts = [wallets, deposits, withdrawals, requests, token, governance, credentials, orders]
  const queries = {
    ...wallets.queries,
    ...deposits.queries,
    ...withdrawals.queries,
    ...requests.queries,
    ...token.queries,
    ...governance.queries,
    ...credentials.queries,
    ...orders.queries,
    money,
  }
  let read = 0

  /** The queries, after the rest of the log was read. */
  return (): typeof queries => {
    for (; read < log.length; read += 1) {
      const recorded = log[read]
      if (!recorded) continue
      const { position } = recorded
      const fact: DatedFact = { event: parseLedgerEvent(recorded), at: happenedAt(recorded), position }
      for (const { note } of parts) note(fact)
      money.note(fact.event, recorded)
    }
    return queries
  }
}
export type Views = ReturnType<typeof createViews>
