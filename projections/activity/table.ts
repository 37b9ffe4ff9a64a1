import type { Currency } from '../../events/money.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import { coded, int8, json, nullable, oneOf, text, timestamp, uuid } from '../columns.ts'
import { defineTable, type RowOf } from '../table.ts'

/**
 * The kinds of activity lines, with the short codes that are stored for them in rows and an index: this table has the
 * most rows.
 */
export const KIND_CODES = {
  wallet_opened: 'opn',
  treasury_account_opened: 'try',
  deposit: 'dep',
  deposit_reversed: 'rev',
  transfer_sent: 'snt',
  transfer_received: 'rcv',
  transfer_returned: 'ret',
  yut_grant: 'yut',
  interest: 'int',
  stake: 'stk',
  unstake: 'uns',
  rewards_claimed: 'rwd',
  pool_contribution: 'con',
  pool_contribution_returned: 'cor',
  pool_proceeds: 'pro',
  bill_payment: 'bil',
  withdrawal: 'wdl',
  withdrawal_returned: 'wdr',
  withdrawal_cancelled: 'wdc',
  withdrawal_fee_returned: 'wfr',
} as const
export type ActivityKind = keyof typeof KIND_CODES
/** One line per event of a member's money. Numbers come first: after texts Postgres would align them to 8 bytes. */
export const activity = defineTable(
  'activity',
  ['memberId', 'position'],
  {
    memberId: uuid,
    position: int8,
    /** The event's id. */
    id: uuid,
    occurredAt: timestamp,
    /** Signed minor units, positive when incoming; null when no money moved. */
    minor: nullable(int8),
    /** Of a sent transfer: the position at which it was received or returned; null while it is in flight. */
    endedPosition: nullable(int8),
    kind: coded(KIND_CODES),
    currency: nullable(text<Currency>()),
    status: oneOf(['processing', 'completed', 'returned', 'failed']),
    transferId: nullable(uuid),
    counterpartyId: nullable(uuid),
    message: nullable(json<EncryptedText>()),
  },
  {
    indexes: {
      // For lists filtered by kind, by currency, or by both. They sort by the negative position, which only this index
      // has: otherwise the planner could choose to scan all lines of a member in the hope of finding rare ones soon.
      activity_filtered: '(member_id, kind, currency, (-position))',
      activity_id: '(id)',
      // For the delivery process; nearly always empty.
      activity_processing: `(occurred_at, id) where status = 'processing'`,
      // For whether a member has paid another: one hash per pair takes a third of the space of two ids.
      activity_payee: `(uuid_hash_extended(counterparty_id, uuid_hash_extended(member_id, 0))) where kind = '${KIND_CODES.transfer_sent}'`,
    },
  },
)

/** A row of {@link activity}. */
export type ActivityLine = RowOf<typeof activity.columns>
