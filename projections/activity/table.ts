import type { Currency } from '../../events/money.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import { coded, int8, json, nullable, oneOf, text, timestamp, uuid } from '../columns.ts'
import { defineTable, type RowOf } from '../table.ts'

/**
 * What a line of activity is about, and what stands for it in the rows and in an index of them: lines are what there is
 * most of.
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
} as const
export type ActivityKind = keyof typeof KIND_CODES
/** One line for each thing that happened to a member's money. Numbers first: after texts they would stand at the next eighth byte. */
export const activity = defineTable(
  'activity',
  ['memberId', 'position'],
  {
    memberId: uuid,
    position: int8,
    /** Of the event. */
    id: uuid,
    occurredAt: timestamp,
    /** Signed minor units, positive came in; null when no money moved. */
    minor: nullable(int8),
    /** Of a transfer that was sent: where it arrived or came back; null while it is on its way. */
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
      // The list filtered by kind, by currency, and by both. By the negative position, because only this index then has
      // the order that those lists ask for: the planner cannot choose to walk over all lines of a member in the hope of
      // meeting rare ones soon.
      activity_filtered: '(member_id, kind, currency, (-position))',
      activity_id: '(id)',
      // What the delivery process goes over; nearly always empty.
      activity_processing: `(occurred_at, id) where status = 'processing'`,
      // Whom a member has paid: by one number for a pair, which takes a third of the room of two ids.
      activity_payee: `(uuid_hash_extended(counterparty_id, uuid_hash_extended(member_id, 0))) where kind = '${KIND_CODES.transfer_sent}'`,
    },
  },
)

/** One thing that happened to a member's money. */
export type ActivityLine = RowOf<typeof activity.columns>
