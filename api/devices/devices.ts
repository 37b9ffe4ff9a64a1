import type { Pool, PoolClient } from 'pg'
import * as z from 'zod'
import { DEVICE_CONFIG_DEFAULTS, DEVICE_INFO_DEFAULTS } from '../contract/devices.ts'
import {
  DeviceConfig,
  DeviceInfo,
  DeviceType,
  PlanType,
  type DeviceConfig as Config,
  type DeviceInfo as Info,
} from '../contract/devices.ts'
import { columnsOf } from '../database/database.ts'
import { LINE_STATES, type Line } from './line.ts'

/** A device row as stored, parsed. */
export interface Device {
  readonly id: string
  readonly memberId: string
  readonly label: string
  readonly type: DeviceType
  readonly config: Config
  readonly info: Info
  readonly plan: PlanType
  readonly line: Line
  /** 1 for the first attempt to set up the line. */
  readonly attempt: number
  readonly requestedAt: Date
  /** The carrier's reference of the line, once it has accepted the order. */
  readonly reference: string | null
  readonly iccid: string | null
  readonly msisdn: string | null
  readonly createdAt: Date
  readonly stateSince: Date
  readonly activatedAt: Date | null
  readonly deletedAt: Date | null
  readonly syncFailures: number
  /** When the order was last sent to the carrier, if that is noted; of this attempt if it is after `stateSince`. */
  readonly orderSentAt: Date | null
}

/** A row of `app.telecom_device`. */
export type DeviceRow = Omit<Device, 'type' | 'config' | 'info' | 'plan' | 'line'> & {
  readonly type: string
  readonly config: unknown
  readonly info: unknown
  readonly plan: string
  readonly state: string
  readonly failure: string | null
}

export const DEVICE_COLUMNS = columnsOf<DeviceRow>(
  'id',
  'memberId',
  'label',
  'type',
  'config',
  'info',
  'plan',
  'state',
  'failure',
  'attempt',
  'requestedAt',
  'reference',
  'iccid',
  'msisdn',
  'createdAt',
  'stateSince',
  'activatedAt',
  'deletedAt',
  'syncFailures',
  'orderSentAt',
)

const State = z.enum(LINE_STATES)
const Failure = z.enum(['out_of_numbers', 'provisioning_failed'])

const lineOf = (state: string, failure: string | null): Line => {
  const known = State.parse(state)
  return known === 'failed' ? { state: known, failure: Failure.parse(failure) } : { state: known }
}

export const deviceOf = ({ state, failure, ...row }: DeviceRow): Device => ({
  ...row,
  type: DeviceType.parse(row.type),
  // Defaults fill in settings that were added after the device was ordered.
  config: DeviceConfig.parse({ ...DEVICE_CONFIG_DEFAULTS, ...Object(row.config) }),
  info: DeviceInfo.parse({ ...DEVICE_INFO_DEFAULTS, ...Object(row.info) }),
  plan: PlanType.parse(row.plan),
  line: lineOf(state, failure),
})

/** The member's devices that are not deleted, oldest first. */
export const devicesOf = async (db: Pool | PoolClient, memberId: string): Promise<readonly Device[]> => {
  const { rows } = await db.query<DeviceRow>({
    name: 'telecom-devices-of',
    text: `select ${DEVICE_COLUMNS} from app.telecom_device
      where member_id = $1 and deleted_at is null order by created_at, id`,
    values: [memberId],
  })
  return rows.map(deviceOf)
}

/** One of the member's own devices, deleted or not; null when the id is unknown or another member's. */
export const findDevice = async (
  db: Pool | PoolClient,
  memberId: string,
  id: string,
): Promise<Device | null> => {
  const { rows } = await db.query<DeviceRow>({
    name: 'telecom-device',
    text: `select ${DEVICE_COLUMNS} from app.telecom_device where id = $1 and member_id = $2`,
    values: [id, memberId],
  })
  return rows[0] ? deviceOf(rows[0]) : null
}

/** Reads a device and locks its row until the transaction ends. */
export const lockDevice = async (client: PoolClient, id: string): Promise<Device | null> => {
  const { rows } = await client.query<DeviceRow>({
    name: 'telecom-device-lock',
    text: `select ${DEVICE_COLUMNS} from app.telecom_device where id = $1 for update`,
    values: [id],
  })
  return rows[0] ? deviceOf(rows[0]) : null
}
