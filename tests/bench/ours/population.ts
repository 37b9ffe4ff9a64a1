import { randomInt } from 'node:crypto'
import { DAY_MS } from '../../../events/calendar.ts'
import { newId } from '../../../events/ids.ts'
import { toAmountJson, usd } from '../../../events/money.ts'
import { walletEvents, type WalletEvent } from '../../../events/wallet/events.ts'
import type { GeneratedFact } from '../../support/generated-year/world.ts'
import { FUNDS_MINOR, HOT_FUNDS_MINOR } from '../http/target.ts'

/** The size of the data before the load. */
export interface Population {
  readonly members: number
  readonly events: number
}

const HOUR_MS = 3_600_000
/** Events before a member's first transfer. */
const BEGINNING = 3

/** An hour ago, but not before today in UTC: no day has ended since for which interest is due. */
const beginning = (now: number): number => Math.max(now - HOUR_MS, now - (now % DAY_MS))

/**
 * A log of about `events` events: each member opens a wallet with money, then random members pay one another a cent.
 * Nothing is in flight at its end.
 */
export function* populated(memberIds: readonly string[], events: number): Generator<GeneratedFact> {
  const revisions = new Int32Array(memberIds.length)
  const now = Date.now()
  const begins = beginning(now)
  let told = 0
  const fact = (place: number, event: WalletEvent, actor: string): GeneratedFact => {
    const revision = revisions[place] ?? 0
    revisions[place] = revision + 1
    told += 1
    return {
      streamId: walletEvents.streamOf(memberIds[place] ?? ''),
      revision,
      id: walletEvents.idOf(event),
      event,
      actor,
      at: new Date(begins + Math.floor(((now - begins) * Math.min(told, events)) / events)).toISOString(),
    }
  }
  for (const [place, memberId] of memberIds.entries()) {
    const amount = toAmountJson(usd(place === 0 ? HOT_FUNDS_MINOR : FUNDS_MINOR))
    const beginnings: readonly WalletEvent[] = [
      { type: 'WalletOpened', data: { memberId } },
      { type: 'TreasuryAccountOpened', data: { memberId, accountId: `bench-${memberId}` } },
      { type: 'DepositCredited', data: { memberId, depositId: newId(), source: 'bank', amount } },
    ]
    for (const event of beginnings) yield fact(place, event, 'system')
  }
  const amount = toAmountJson(usd(1n))
  for (let transfers = (events - BEGINNING * memberIds.length) / 2; transfers > 0; transfers -= 1) {
    const sender = randomInt(memberIds.length)
    const recipient = (sender + 1 + randomInt(memberIds.length - 1)) % memberIds.length
    const [from = '', to = ''] = [memberIds[sender], memberIds[recipient]]
    const sentAt = new Date(begins).toISOString()
    const transfer = { transferId: newId(), from, to, amount, message: null }
    yield fact(sender, { type: 'TransferSent', data: transfer }, from)
    yield fact(recipient, { type: 'TransferReceived', data: { ...transfer, sentAt } }, from)
  }
}
