import type { LedgerEvent } from '../ledger-event.ts'
import { createUuidSet } from './uuid-set.ts'

/**
 * A transfer is sent once and then ends at most once: received, or returned to the sender, with the same amount and
 * the same members.
 */
export const transferChecks = () => {
  const sent = createUuidSet()
  /** Transfers in flight: amount, currency, sender and recipient by id. */
  const open = new Map<string, string>()

  const check = (event: LedgerEvent): void => {
    if (
      event.type !== 'TransferSent' &&
      event.type !== 'TransferReceived' &&
      event.type !== 'TransferReturned'
    )
      return
    const { transferId, from, to, amount } = event.data
    const carries = `${amount.minor} ${amount.currency} from ${from} to ${to}`
    if (event.type === 'TransferSent') {
      if (!sent.add(transferId)) throw new Error(`transfer ${transferId} is sent twice`)
      open.set(transferId, carries)
      return
    }
    const expected = open.get(transferId)
    if (expected === undefined)
      throw new Error(`transfer ${transferId} ${sent.has(transferId) ? 'ends twice' : 'was never sent'}`)
    if (expected !== carries) throw new Error(`transfer ${transferId} carried ${expected}, not ${carries}`)
    open.delete(transferId)
  }

  return { check, open: (): number => open.size }
}
