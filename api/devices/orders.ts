import { dollars } from '../contract/money.ts'
import type { Pool, PoolClient } from 'pg'
import type * as z from 'zod/mini'
import { derivedId, type Clock } from '../../events/ids.ts'
import { Refusal } from '../../events/refusal.ts'
import {
  DEVICE_CONFIG_DEFAULTS,
  DEVICE_INFO_DEFAULTS,
  DEVICES_MAX,
  type PlanType,
  type ProvisionRequest,
  type UpdateDeviceRequest,
} from '../contract/devices.ts'
import { addActivity } from './activity.ts'
import { findDevice, lockDevice, type Device } from './devices.ts'
import type { Attempt } from '../http/attempt.ts'
import { holdAccountOpen } from '../identity/account-open.ts'
import { decide, type LineCommand } from './line.ts'
import { PLANS } from './plans.ts'
import { changeLine } from './state-changes.ts'
import { inTransaction } from '../database/database.ts'

/** The same member and key always order the same device. */
type DeviceOrder = z.output<typeof ProvisionRequest> & Pick<Attempt, 'memberId' | 'idempotencyKey'>
export type DeviceEdit = z.output<typeof UpdateDeviceRequest>

const notFound = () => new Refusal('device_not_found', 'You have no such device.')

/** The member's own device, locked; @throws {Refusal} `device_not_found`, also for deleted ones */
export const ownDevice = async (client: PoolClient, memberId: string, id: string): Promise<Device> => {
  const device = await lockDevice(client, id)
  if (!device || device.memberId !== memberId || device.deletedAt !== null) throw notFound()
  return device
}

/** Changes a device's plan from now on; does nothing if it has that plan. */
export const changePlan = async (
  client: PoolClient,
  device: Device,
  plan: PlanType,
  at: Date,
): Promise<void> => {
  if (plan === device.plan) return
  if (device.line.state === 'failed' || device.line.state === 'ended')
    throw new Refusal('device_not_ready', 'The plan of this device cannot be changed now.')
  await client.query('update app.telecom_device set plan = $2 where id = $1', [device.id, plan])
  await client.query(
    `insert into app.telecom_plan_change (device_id, changed_at, plan) values ($1, $2, $3)
    on conflict (device_id, changed_at) do update set plan = excluded.plan`,
    [device.id, at, plan],
  )
  const fact = { kind: 'plan_changed', from: PLANS[device.plan].name, to: PLANS[plan].name } as const
  await addActivity(client, [
    { memberId: device.memberId, deviceId: device.id, label: device.label, fact, at },
  ])
}

/** Merges settings into the device's configuration. */
export const changeConfig = async (
  client: PoolClient,
  device: Device,
  config: NonNullable<DeviceEdit['device_config']>,
): Promise<void> => {
  await client.query('update app.telecom_device set config = config || $2 where id = $1', [
    device.id,
    JSON.stringify(config),
  ])
}

/** Applies a member's command to the line; does nothing if the line is in that state already. */
export const command = async (
  client: PoolClient,
  device: Device,
  what: LineCommand,
  clock: Clock,
): Promise<void> => {
  const line = decide(device.line, what)
  if (line === device.line) return
  const at = clock()
  const details =
    line.state === 'requested' ? { attempt: device.attempt + 1, requestedAt: at, reference: null } : {}
  await changeLine(client, device, line, { at, clock, details })
}

/** Rejects a plan change when its price or name differ from those the member saw. */
const assertSeen = ({ plan_type: plan, plan_name: name, monthly_cost_cents: cents }: DeviceEdit): void => {
  if (plan === undefined) return
  const now = PLANS[plan]
  const fields = {
    ...(name !== undefined && name !== now.name && { plan_name: `This plan is called ${now.name}.` }),
    ...(cents !== undefined &&
      cents !== now.monthly_cost_cents && {
        monthly_cost_cents: `This plan costs ${dollars(now.monthly_cost_cents)} a month.`,
      }),
  }
  if (Object.keys(fields).length > 0)
    throw new Refusal('plan_price_changed', 'The plan is not what you were shown. Look at it again.', fields)
}

const edited = (
  device: Device,
  { device_label: label, device_type: type, device_config: config }: DeviceEdit,
) =>
  (label !== undefined && label !== device.label) ||
  (type !== undefined && type !== device.type) ||
  (config !== undefined &&
    Object.entries(config).some(([name, value]) => Reflect.get(device.config, name) !== value))

/** One at a time for each member: orders, and what is owed when the account is closed. */
export const lockMember = async (client: PoolClient, memberId: string): Promise<void> => {
  await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`telecom ${memberId}`])
}

/** Members' commands on their devices. The background process passes them to the carrier, see sync.ts. */
export interface Orders {
  /**
   * Orders a device; the same key again returns the device in its current state.
   * @param at time of the order: now, except in the demo's past
   * @throws {Refusal} `device_limit_reached`
   */
  provision(order: DeviceOrder, at?: Date): Promise<Device>
  /** Id of the device of a member's idempotency key. */
  idOf(attempt: Pick<DeviceOrder, 'memberId' | 'idempotencyKey'>): string
  /** @throws {Refusal} `device_not_found`, `device_not_ready`, `plan_price_changed`; nothing is changed then */
  update(memberId: string, id: string, edit: DeviceEdit): Promise<Device>
  /** @throws {Refusal} `device_not_found`, `device_not_ready` */
  command(memberId: string, id: string, what: LineCommand): Promise<Device>
  /** Deletes a device; repeating it changes nothing. @throws {Refusal} `device_not_found` */
  remove(memberId: string, id: string): Promise<void>
}

const INSERT = `
  insert into app.telecom_device
    (id, member_id, label, type, config, info, plan, state, requested_at, created_at, state_since, sync_at)
  values ($1, $2, $3, $4, $5, $6, $7, 'requested', $8, $8, $8, $9)`

const idOf: Orders['idOf'] = ({ memberId, idempotencyKey }) =>
  derivedId('telecom-device', memberId, idempotencyKey)

export const createOrders = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Orders => {
  const found = async (client: PoolClient, memberId: string, id: string): Promise<Device> => {
    const device = await findDevice(client, memberId, id)
    if (!device) throw notFound()
    return device
  }

  return {
    idOf,

    provision: ({ memberId, idempotencyKey, ...order }, at = clock()) =>
      inTransaction(pool, async (client) => {
        const id = idOf({ memberId, idempotencyKey })
        // Two concurrent orders would both find room for one more.
        await lockMember(client, memberId)
        await holdAccountOpen(client, memberId)
        const known = await findDevice(client, memberId, id)
        if (known) return known
        const { rows } = await client.query<{ count: number }>({
          name: 'telecom-device-count',
          text: `select count(*)::int as count from app.telecom_device
            where member_id = $1 and deleted_at is null`,
          values: [memberId],
        })
        if ((rows[0]?.count ?? 0) >= DEVICES_MAX)
          throw new Refusal(
            'device_limit_reached',
            `You can have at most ${DEVICES_MAX} devices. Delete one to add another.`,
          )
        const { device_label: label, plan_type: plan } = order
        await client.query(INSERT, [
          id,
          memberId,
          label,
          order.device_type,
          JSON.stringify({ ...DEVICE_CONFIG_DEFAULTS, ...order.device_config }),
          JSON.stringify({ ...DEVICE_INFO_DEFAULTS, ...order.device_info }),
          plan,
          at,
          clock(),
        ])
        await client.query(
          'insert into app.telecom_plan_change (device_id, changed_at, plan) values ($1, $2, $3)',
          [id, at, plan],
        )
        const fact = { kind: 'device_ordered', plan: PLANS[plan].name } as const
        await addActivity(client, [{ memberId, deviceId: id, label, fact, at }])
        return found(client, memberId, id)
      }),

    update: (memberId, id, edit) =>
      inTransaction(pool, async (client) => {
        const device = await ownDevice(client, memberId, id)
        assertSeen(edit)
        const at = clock()
        if (edited(device, edit)) {
          const label = edit.device_label ?? device.label
          await client.query('update app.telecom_device set label = $2, type = $3 where id = $1', [
            id,
            label,
            edit.device_type ?? device.type,
          ])
          await changeConfig(client, device, edit.device_config ?? {})
          await addActivity(client, [{ memberId, deviceId: id, label, fact: { kind: 'device_edited' }, at }])
        }
        if (edit.plan_type !== undefined) await changePlan(client, device, edit.plan_type, at)
        return found(client, memberId, id)
      }),

    command: (memberId, id, what) =>
      inTransaction(pool, async (client) => {
        await command(client, await ownDevice(client, memberId, id), what, clock)
        return found(client, memberId, id)
      }),

    remove: (memberId, id) =>
      inTransaction(pool, async (client) => {
        const device = await lockDevice(client, id)
        if (!device || device.memberId !== memberId) throw notFound()
        await command(client, device, 'remove', clock)
      }),
  }
}
