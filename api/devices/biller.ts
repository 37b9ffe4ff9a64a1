import { NIL } from 'uuid'
import type { Biller, Statement } from '../bills/biller.ts'
import { closeMonth } from './closing.ts'
import { closingStatements } from './closing-bills.ts'
import type { Platform } from '../platform.ts'

const NAME = 'tellepathy'

/** A page of members with all their charges. */
const STATEMENTS = `
  select c.member_id, c.device_id, c.item, c.cents
  from (
    select distinct member_id from app.telecom_charge
    where period = $1 and member_id > $2 order by member_id limit $3
  ) as page
  join app.telecom_charge c on c.period = $1 and c.member_id = page.member_id
  order by c.member_id, c.device_id, c.item`

const SERVES = `
  select exists (
    select from app.telecom_device d
    join app.telecom_service s on s.device_id = d.id and s.ended_at is null
    where d.member_id = $1 and d.deleted_at is null
  ) as serves`

/**
 * The telecom service as a biller. The first request for a month closes it: each device that was in service then is
 * charged the price of its plan at the month's end, and its overage; a device deleted before the end, both for its days
 * of service. `statements` throws `MonthNotClosed` until the month's usage is recorded, for two days at most.
 */
export const createDeviceBiller = ({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Biller => ({
  name: NAME,
  title: 'Tellepathy',
  serves: async (memberId) => {
    const { rows } = await pool.query<{ readonly serves: boolean }>({
      name: 'telecom-serves',
      text: SERVES,
      values: [memberId],
    })
    return rows[0]?.serves === true
  },
  closingStatements: (memberId, record) => closingStatements({ pool, clock, biller: NAME }, memberId, record),
  statements: async (period, { after, limit }) => {
    await closeMonth(pool, clock, period)
    const { rows } = await pool.query<{
      readonly member_id: string
      readonly device_id: string
      readonly item: string
      readonly cents: bigint
    }>({ name: 'telecom-statements', text: STATEMENTS, values: [period, after ?? NIL, limit] })
    return [...Map.groupBy(rows, ({ member_id: memberId }) => memberId)].map(
      ([memberId, lines]): Statement => ({
        memberId,
        period,
        lines: lines.map(({ device_id: reference, item, cents }) => ({ item, reference, cents })),
      }),
    )
  },
})
