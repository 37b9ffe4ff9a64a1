import { happenedAt } from '../../events/happened-at.ts'
import { walletEvents, type WalletEvent } from '../../events/wallet/events.ts'
import { didOf } from '../identity/identifier.ts'
import type { PersonalData } from '../identity/personal-data.ts'
import { inTransaction } from '../database/database.ts'
import type { WalletArea } from '../wallet/context.ts'

/** Maximum number of ledger events in an export; statements have all of them. */
const FACTS_MAX = 20_000

interface ExportParts extends Pick<WalletArea, 'pool' | 'store' | 'messageKeys'> {
  readonly areas: readonly PersonalData[]
}

const factOf = async (event: WalletEvent, messageKeys: ExportParts['messageKeys']) => {
  if (!('message' in event.data)) return event.data
  const { message, ...data } = event.data
  return { ...data, message: message === null ? null : await messageKeys.decrypt(message) }
}

/** Events of the member's wallet, newest first, with messages decrypted. */
const ledgerOf = async ({ store, messageKeys }: ExportParts, memberId: string) => {
  const facts: unknown[] = []
  const stream = store.readStream(walletEvents.streamOf(memberId), { direction: 'backwards' })
  for await (const recorded of stream) {
    if (facts.length === FACTS_MAX) return { facts, complete: false }
    const event = walletEvents.parse(recorded)
    facts.push({
      id: recorded.id,
      at: happenedAt(recorded),
      type: event.type,
      data: await factOf(event, messageKeys),
    })
  }
  return { facts, complete: true }
}

/** All data stored about a member: each area's as of one moment, and the ledger's. */
export const exportOf = async (parts: ExportParts, memberId: string, now: Date) => {
  const areas = await inTransaction(parts.pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    const found: [string, unknown][] = []
    for (const { name, exportOf } of parts.areas) found.push([name, await exportOf(client, memberId)])
    return found
  })
  return {
    exported_at: now.toISOString(),
    member: { id: memberId, did: didOf(memberId) },
    ...Object.fromEntries(areas),
    ledger: await ledgerOf(parts, memberId),
  }
}
