import { isWalletStream } from '../../events/wallet/events.ts'
import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { walletFacts } from '../wallet-facts.ts'
import {
  transferChanges,
  type DayChange,
  type NewTransfer,
  type PayeeChange,
  type TransferEnd,
} from './changes.ts'

const send = (transfers: readonly NewTransfer[]): Statement => ({
  name: 'transfer_send',
  text: `
    insert into transfer (id, sender_id, recipient_id, currency, minor, message, status, sent_at,
      completed_at, sent_position, position)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::jsonb[], $7::text[],
      $8::timestamptz[], $9::timestamptz[], $10::bigint[], $11::bigint[])`,
  values: columnsOf(
    transfers,
    ({ id }) => id,
    ({ senderId }) => senderId,
    ({ recipientId }) => recipientId,
    ({ currency }) => currency,
    ({ minor }) => minor,
    ({ message }) => (message === null ? null : JSON.stringify(message)),
    ({ end }) => end?.status ?? 'processing',
    ({ sentAt }) => sentAt,
    ({ end }) => end?.at ?? null,
    ({ sentPosition }) => sentPosition,
    ({ end, sentPosition }) => end?.position ?? sentPosition,
  ),
  rows: transfers.length,
})

const end = (ends: readonly TransferEnd[]): Statement => ({
  name: 'transfer_end',
  text: `
    update transfer set status = ended.status, completed_at = ended.at, position = ended.position
    from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::bigint[]) as ended (id, status, at, position)
    where transfer.id = ended.id and transfer.status = 'processing'`,
  values: columnsOf(
    ends,
    ({ id }) => id,
    ({ status }) => status,
    ({ at }) => at,
    ({ position }) => position,
  ),
  rows: ends.length,
})

const addDays = (days: readonly DayChange[]): Statement => ({
  name: 'transfer_day_add',
  text: `
    insert into transfer_day as known (member_id, currency, day, received_minor, sent_minor)
    select * from unnest($1::uuid[], $2::text[], $3::date[], $4::bigint[], $5::bigint[])
    on conflict (member_id, currency, day) do update set
      received_minor = known.received_minor + excluded.received_minor,
      sent_minor = known.sent_minor + excluded.sent_minor`,
  values: columnsOf(
    days,
    ({ memberId }) => memberId,
    ({ currency }) => currency,
    ({ day }) => day,
    ({ received }) => received,
    ({ sent }) => sent,
  ),
  rows: days.length,
})

const addPayees = (payees: readonly PayeeChange[]): Statement => ({
  name: 'payee_add',
  text: `
    insert into payee as known (sender_id, recipient_id, transfers)
    select * from unnest($1::uuid[], $2::uuid[], $3::bigint[])
    on conflict (sender_id, recipient_id) do update set transfers = known.transfers + excluded.transfers`,
  values: columnsOf(
    payees,
    ({ senderId }) => senderId,
    ({ recipientId }) => recipientId,
    ({ transfers }) => transfers,
  ),
  rows: payees.length,
})

/** Every transfer with its state, totals per member and day, and who has paid whom. */
export const transfersProjection: Projection = {
  name: 'transfers',
  version: 1,
  follows: isWalletStream,
  apply: (batch) => {
    const { sent, ended, days, payees } = transferChanges(walletFacts(batch))
    return [
      ...(sent.length > 0 ? [send(sent)] : []),
      ...(ended.length > 0 ? [end(ended)] : []),
      ...(days.length > 0 ? [addDays(days)] : []),
      ...(payees.length > 0 ? [addPayees(payees)] : []),
    ]
  },
}
