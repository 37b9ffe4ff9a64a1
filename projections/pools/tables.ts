import type { PoolType, RiskProfile } from '../../events/pool-terms.ts'
import { EncryptedText } from '../../events/encrypted-text.ts'
import {
  boolean,
  day,
  int8,
  integer,
  json,
  nullable,
  numeric,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../columns.ts'
import { defineTable } from '../table.ts'

/**
 * Pools in their current state. Units are 10^-8 units; cash, cost, dividends and realised gains grains (10^-14
 * dollars); growth is a factor in 10^-18; the price is in millionths of a dollar; everything else in cents.
 */
export const pool = defineTable(
  'pool',
  ['id'],
  {
    id: uuid,
    memberId: uuid,
    name: json<EncryptedText>((stored) => EncryptedText.parse(stored)),
    poolType: text<PoolType>(),
    risk: text<RiskProfile>(),
    status: oneOf(['open', 'closed']),
    autoPay: boolean,
    targetMinor: int8,
    units: numeric,
    cash: numeric,
    cost: numeric,
    principalMinor: int8,
    price: int8,
    valuedOn: day,
    growth: numeric,
    valueMinor: int8,
    contributedMinor: int8,
    withdrawnMinor: int8,
    billsMinor: int8,
    dividends: numeric,
    realised: numeric,
    /** Units that the platform has taken at its closing, because no market would. */
    taken: numeric,
    transactions: integer,
    createdAt: timestamp,
    closedAt: nullable(timestamp),
    createdPosition: int8,
    position: int8,
  },
  {
    fillfactor: 70,
    indexes: {
      pool_member: '(member_id, created_position)',
      // For the valuation process.
      pool_valued: `(valued_on, id) where status = 'open'`,
    },
  },
)

/** A pool's value at the end of each day, and its net inflow on that day. */
export const poolDay = defineTable('pool_day', ['poolId', 'day'], {
  poolId: uuid,
  day,
  valueMinor: int8,
  investedMinor: int8,
  price: int8,
  units: numeric,
  cashMinor: int8,
  flowMinor: int8,
})

type PoolActivityKind =
  | 'created'
  | 'contribution'
  | 'withdrawal'
  | 'dividend'
  | 'bill_payment'
  | 'bill_payment_returned'
  | 'auto_pay_on'
  | 'auto_pay_off'
  | 'target_changed'
  | 'closed'

/** Activity of pools without their daily valuations. Cents, signed: incoming is positive. */
export const poolActivity = defineTable('pool_activity', ['poolId', 'position'], {
  poolId: uuid,
  position: int8,
  id: uuid,
  kind: text<PoolActivityKind>(),
  minor: nullable(int8),
  dividendsMinor: nullable(int8),
  gainsMinor: nullable(int8),
  /** 10^-8 units, bought positive. */
  units: nullable(numeric),
  /** Millionths of a dollar. */
  price: nullable(int8),
  billId: nullable(uuid),
  occurredAt: timestamp,
})
