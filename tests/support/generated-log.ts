import { derivedId } from '../../events/ids.ts'
import { serialise } from '../../events/store/serialise.ts'
import { walletEvents, type WalletEvent } from '../../events/wallet/events.ts'
import { openClient } from './open-client.ts'

/** An event to write directly into the table. */
interface Generated {
  readonly memberId: string
  readonly event: WalletEvent
}

/** The id of a member of a generated log, counted from 0. */
export const generatedMember = (index: number): string => derivedId('generated member', String(index))

/** `events` facts of `members` wallets: each opens with money, then they pay each other; 1 payment in 50 is returned. */
function* facts(members: number, events: number): Generator<Generated> {
  let made = 0
  const amount = (currency: 'USD' | 'USDC' | 'YUT', minor: number) => ({ currency, minor: String(minor) })
  for (let i = 0; i < members && made + 3 <= events; i += 1, made += 3) {
    const memberId = generatedMember(i)
    const id = derivedId('generated', String(i))
    yield { memberId, event: { type: 'WalletOpened', data: { memberId } } }
    const data = { memberId, depositId: id, source: 'bank', amount: amount('USD', 100_000_000) } as const
    yield { memberId, event: { type: 'DepositCredited', data } }
    const grant = { memberId, grantId: id, reason: 'demo', amount: amount('YUT', 500_000_000) } as const
    yield { memberId, event: { type: 'YutGranted', data: grant } }
  }
  for (let i = 0; made + 2 <= events; i += 1, made += 2) {
    const [from, to] = [generatedMember(i % members), generatedMember((i * 7 + 1 + (i % members)) % members)]
    const transferId = derivedId('generated transfer', String(i))
    const transfer = {
      transferId,
      from,
      to,
      amount: amount(i % 5 === 0 ? 'YUT' : 'USD', 1 + ((i * 37) % 9_999)),
    }
    yield { memberId: from, event: { type: 'TransferSent', data: { ...transfer, message: null } } }
    if (i % 50 === 0)
      yield { memberId: from, event: { type: 'TransferReturned', data: { ...transfer, reason: 'closed' } } }
    else {
      const sentAt = '2026-01-01T00:00:00.000Z'
      yield {
        memberId: to,
        event: { type: 'TransferReceived', data: { ...transfer, message: null, sentAt } },
      }
    }
  }
}

/**
 * Fills an empty event store in Postgres with about `events` valid facts, spread over the year 2025. Much faster than
 * appending: for tests of code that reads logs, not of code that writes them.
 */
export const generateLog = async (
  url: string,
  { members, events }: { readonly members: number; readonly events: number },
): Promise<number> => {
  const client = await openClient(url)
  const start = Date.UTC(2025, 0, 1)
  const revisions = new Map<string, number>()
  let position = 0
  try {
    const flush = async (rows: readonly (readonly string[])[]) => {
      const columns = Array.from({ length: 8 }, (_, column) => rows.map((row) => row[column] ?? ''))
      await client.query(
        `insert into event_store.event (position, stream_id, revision, event_id, type, data, metadata, created_at)
         select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::text[],
           $7::text[], $8::timestamptz[])`,
        columns,
      )
    }
    let rows: string[][] = []
    for (const { memberId, event } of facts(members, events)) {
      const at = new Date(start + Math.floor((position / events) * 31_536_000_000)).toISOString()
      position += 1
      const stream = walletEvents.streamOf(memberId)
      const revision = (revisions.get(stream) ?? -1) + 1
      revisions.set(stream, revision)
      const id = walletEvents.idOf(event)
      const metadata = { schemaVersion: 1, actor: 'system', correlationId: id, causationId: id, at }
      const [serialised] = serialise(stream, [{ id, type: event.type, data: event.data, metadata }])
      if (!serialised) throw new Error('An event was not serialised')
      const { data, metadata: text } = serialised
      rows.push([String(position), stream, String(revision), id, event.type, data, text, at])
      if (rows.length === 2_000) {
        await flush(rows)
        rows = []
      }
    }
    await flush(rows)
    await client.query('update event_store.head set position = $1, created_at = now()', [position])
    await client.query('analyze event_store.event')
    return position
  } finally {
    await client.end()
  }
}
