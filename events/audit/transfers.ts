import type { LedgerEvent } from '../ledger-event.ts'
import { createUuidSet } from './uuid-set.ts'

/**
 * A transfer is sent once and then ends at most once: received, or returned to the sender, with the same amount, the
 * same members and the same part held, by its recipient no longer than by its sender.
 */
export const transferChecks = () => {
  const sent = createUuidSet()
  /** Transfers in flight, by id: amount, currency, sender, recipient and what is held; and until when it is held. */
  const open = new Map<string, { readonly carries: string; readonly until: string }>()

  const check = (event: LedgerEvent): void => {
    if (
      event.type !== 'TransferSent' &&
      event.type !== 'TransferReceived' &&
      event.type !== 'TransferReturned'
    )
      return
    const { transferId, from, to, amount, held } = event.data
    const carries = `${amount.minor} ${amount.currency} from ${from} to ${to}${held ? `, ${held.minor} held` : ''}`
    const until = held?.until ?? ''
    if (event.type === 'TransferSent') {
      if (!sent.add(transferId)) throw new Error(`transfer ${transferId} is sent twice`)
      open.set(transferId, { carries, until })
      return
    }
    const expected = open.get(transferId)
    if (expected === undefined)
      throw new Error(`transfer ${transferId} ${sent.has(transferId) ? 'ends twice' : 'was never sent'}`)
    if (expected.carries !== carries)
      throw new Error(`transfer ${transferId} carried ${expected.carries}, not ${carries}`)
    if (event.type === 'TransferReceived' ? until > expected.until : until !== expected.until)
      throw new Error(`transfer ${transferId} was held until ${expected.until}, not ${until}`)
    open.delete(transferId)
  }

  return { check, open: (): number => open.size }
}
