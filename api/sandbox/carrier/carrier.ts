import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { dayOf } from '../../../events/calendar.ts'
import { inTransaction } from '../../database/database.ts'
import { DeviceType } from '../../contract/devices.ts'
import type { Clock } from '../../../events/ids.ts'
import { type Carrier, type LineOrder, type LineReport } from '../../devices/carrier.ts'
import { hourFloor } from '../../devices/cycle.ts'
import { iccidOf, NUMBER_COUNT, numberAt } from './numbers.ts'
import { measure } from './radio.ts'
import { behaviourOf, type LineBehaviour } from './test-labels.ts'
import { daysTouched, usageOfDay } from './usage.ts'

/** Provisioning takes from 2 to 5 simulated minutes. */
const MINUTES_MIN = 2
const MINUTES_MAX = 5
/** Twelve digits: an ICCID's account number. */
const ACCOUNTS = 1_000_000_000_000n
const SMDP_ADDRESS = 'smdp.carrier.example'
/** Without characters that are easily confused. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

interface Row {
  readonly reference: string
  readonly device_type: string
  readonly behaviour: LineBehaviour | null
  readonly failure: 'out_of_numbers' | 'provisioning_failed' | null
  readonly iccid: string | null
  readonly msisdn: string | null
  readonly ready_at: Date
  readonly suspended: boolean
  readonly released: boolean
}

const PLACE = `
  insert into app.sandbox_line (reference, order_id, device_type, behaviour, failure, iccid, msisdn, ready_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`

/** The first free number from the line's own offset on, in one query. */
const FREE_NUMBER = `
  select number from unnest($1::text[]) with ordinality as offered (number, place)
  where not exists (select from app.sandbox_line where msisdn = number and not released)
  order by place limit 1`

const failureOf = (behaviour: LineBehaviour | null, attempt: number): Row['failure'] => {
  if (behaviour === 'no_numbers') return 'out_of_numbers'
  if (behaviour === 'fails' || (behaviour === 'fails_once' && attempt === 1)) return 'provisioning_failed'
  return null
}

/**
 * A simulated carrier without a network. It accepts orders like a real carrier and stores its state in Postgres; all
 * its answers depend on the order and the day alone. A test label determines the outcome of an order.
 */
export const createSandboxCarrier = ({
  pool,
  clock,
  secret,
  minuteSeconds,
}: {
  readonly pool: Pool
  readonly clock: Clock
  /** Key from which references, numbers and activation codes are derived. */
  readonly secret: string
  /** Real seconds in a simulated minute. */
  readonly minuteSeconds: number
}): Carrier => {
  const digest = (...parts: string[]): Buffer => createHmac('sha256', secret).update(parts.join(' ')).digest()
  const referenceOf = (orderId: string) =>
    `line_sandbox_${digest('line', orderId).toString('hex').slice(0, 24)}`

  const readyAt = ({ orderId, orderedAt }: LineOrder): Date => {
    const share = digest('ready', orderId).readUInt32BE() / 2 ** 32
    const minutes = MINUTES_MIN + (MINUTES_MAX - MINUTES_MIN) * share
    return new Date(orderedAt.getTime() + minutes * minuteSeconds * 1_000)
  }

  const find = async (reference: string): Promise<Row | undefined> => {
    const { rows } = await pool.query<Row>({
      name: 'sandbox-line',
      text: `select reference, device_type, behaviour, failure, iccid, msisdn, ready_at, suspended, released
        from app.sandbox_line where reference = $1`,
      values: [reference],
    })
    return rows[0]
  }

  const place = async (order: LineOrder): Promise<void> => {
    const reference = referenceOf(order.orderId)
    const behaviour = behaviourOf(order.label)
    const seed = digest('number', order.orderId)
    const offset = seed.readUInt32BE() % NUMBER_COUNT
    const offered = Array.from({ length: NUMBER_COUNT }, (_, index) => numberAt(offset + index))
    await inTransaction(pool, async (client) => {
      // Concurrent orders could otherwise get the same number.
      await client.query(`select pg_advisory_xact_lock(hashtext('sandbox numbers'))`)
      let failure = failureOf(behaviour, order.attempt)
      let msisdn: string | undefined
      if (failure === null) {
        const { rows } = await client.query<{ number: string }>(FREE_NUMBER, [offered])
        msisdn = rows[0]?.number
        if (msisdn === undefined) failure = 'out_of_numbers'
      }
      await client.query(PLACE, [
        reference,
        order.orderId,
        order.deviceType,
        behaviour,
        failure,
        failure === null ? iccidOf(seed.readBigUInt64BE(8) % ACCOUNTS) : null,
        msisdn ?? null,
        readyAt(order),
      ])
    })
  }

  const setSuspended = async (reference: string, suspended: boolean): Promise<void> => {
    await pool.query(`update app.sandbox_line set suspended = $2 where reference = $1`, [
      reference,
      suspended,
    ])
  }

  return {
    name: 'sandbox',
    order: async (order) => {
      const reference = referenceOf(order.orderId)
      if (!(await find(reference))) await place(order)
      return reference
    },
    look: async (reference): Promise<LineReport> => {
      const line = await find(reference)
      if (!line || line.released) return { state: 'ended' }
      if (line.ready_at > clock()) return { state: 'pending' }
      if (line.failure !== null || line.iccid === null)
        return { state: 'failed', code: line.failure ?? 'provisioning_failed' }
      if (line.suspended) return { state: 'suspended' }
      return { state: 'active', iccid: line.iccid, msisdn: line.msisdn, since: line.ready_at }
    },
    suspend: (reference) => setSuspended(reference, true),
    resume: (reference) => setSuspended(reference, false),
    release: async ({ orderId }) => {
      // Also for an order that has not arrived yet: its line is then released from the start.
      await pool.query(
        `insert into app.sandbox_line (reference, order_id, device_type, ready_at, released)
        values ($1, $2, 'other', $3, true)
        on conflict (order_id) do update set released = true`,
        [referenceOf(orderId), orderId, clock()],
      )
      return 'released'
    },
    activationCode: async (reference) => {
      const line = await find(reference)
      if (!line || line.released || line.iccid === null || line.ready_at > clock()) return null
      const letters = Array.from(
        digest('activation', reference).subarray(0, 16),
        (byte) => CODE_LETTERS[byte % CODE_LETTERS.length],
      ).join('')
      return `LPA:1$${SMDP_ADDRESS}$${letters.replaceAll(/(.{4})(?=.)/g, '$1-')}`
    },
    settledUntil: hourFloor,
    usage: async (reference, from, until) => {
      const line = await find(reference)
      if (!line || line.iccid === null) return []
      const deviceType = DeviceType.parse(line.device_type)
      const first = Math.max(from.getTime(), hourFloor(line.ready_at).getTime())
      return daysTouched(from, until)
        .flatMap((day) => usageOfDay({ reference, deviceType, behaviour: line.behaviour }, day))
        .filter(({ hour }) => hour.getTime() >= first && hour < until)
    },
    diagnose: async (reference, now) => {
      const line = await find(reference)
      const isUp = line !== undefined && !line.released && !line.suspended && line.iccid !== null
      return measure(digest('radio', reference, dayOf(now)), isUp, now)
    },
  }
}
