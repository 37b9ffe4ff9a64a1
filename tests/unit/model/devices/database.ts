import { Pool, type PoolClient } from 'pg'
import type { DeviceRow } from '../../../../api/devices/devices.ts'
import { OutcomeUnknown, StoreUnavailable } from '../../../../events/store/event-store.ts'
import type { Fault } from '../../../support/memory-store.ts'

type Stored = DeviceRow & { readonly syncAt: Date | null }
/** A period of service. */
interface Service {
  readonly deviceId: string
  readonly beganAt: Date
  readonly endedAt: Date | null
}
interface Tables {
  readonly devices: ReadonlyMap<string, Stored>
  readonly services: readonly Service[]
}
interface Statement {
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
}

/* What the statements' parameters are is said by the statements alone. */
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const date = (value: unknown): Date => (value instanceof Date ? value : new Date(Number.NaN))
const orNull = <T>(value: unknown, as: (value: unknown) => T): T | null =>
  value === null || value === undefined ? null : as(value)

/**
 * The tables of devices in memory, which answer the statements of `api/devices`; one that they do not know is an error.
 * Transactions run one after the other. A fault refuses a commit, or loses its answer after or before it.
 */
export const createDeviceDatabase = (faultOf: () => Fault) => {
  let tables: Tables = { devices: new Map(), services: [] }

  const change = (id: string, by: (row: Stored) => Partial<Stored>): number => {
    const row = tables.devices.get(id)
    if (!row) return 0
    tables = { ...tables, devices: new Map(tables.devices).set(id, { ...row, ...by(row) }) }
    return 1
  }
  const rowsOf = (isWanted: (row: Stored) => boolean): Stored[] =>
    [...tables.devices.values()].filter(isWanted)

  const changeLine = (values: readonly unknown[]): void => {
    const [id, state, failure, at, syncAt, hasReference, reference, iccid, msisdn, attempt, requestedAt] =
      values
    const stateSince = date(at)
    change(text(id), (row) => ({
      state: text(state),
      failure: orNull(failure, text),
      stateSince,
      syncAt: orNull(syncAt, date),
      syncFailures: 0,
      reference: hasReference === true ? orNull(reference, text) : row.reference,
      iccid: orNull(iccid, text) ?? row.iccid,
      msisdn: orNull(msisdn, text) ?? row.msisdn,
      attempt: orNull(attempt, Number) ?? row.attempt,
      requestedAt: orNull(requestedAt, date) ?? row.requestedAt,
      activatedAt: state === 'active' ? (row.activatedAt ?? stateSince) : row.activatedAt,
      deletedAt: state === 'releasing' ? (row.deletedAt ?? stateSince) : row.deletedAt,
    }))
  }

  const insert = ([id, member, label, type, config, info, plan, at, syncAt]: readonly unknown[]): void => {
    const requestedAt = date(at)
    const row: Stored = {
      id: text(id),
      memberId: text(member),
      label: text(label),
      type: text(type),
      config: JSON.parse(text(config)),
      info: JSON.parse(text(info)),
      plan: text(plan),
      state: 'requested',
      failure: null,
      attempt: 1,
      requestedAt,
      reference: null,
      iccid: null,
      msisdn: null,
      createdAt: requestedAt,
      stateSince: requestedAt,
      activatedAt: null,
      deletedAt: null,
      syncFailures: 0,
      orderSentAt: null,
      syncAt: date(syncAt),
    }
    if (tables.devices.has(row.id)) throw new Error(`Device ${row.id} is inserted twice`)
    tables = { ...tables, devices: new Map(tables.devices).set(row.id, row) }
  }

  const begin = ([deviceId, beganAt]: readonly unknown[]): void => {
    const service = { deviceId: text(deviceId), beganAt: date(beganAt), endedAt: null }
    if (tables.services.some((one) => one.deviceId === service.deviceId && one.endedAt === null)) return
    tables = { ...tables, services: [...tables.services, service] }
  }
  const end = ([deviceId, at]: readonly unknown[]): void => {
    const services = tables.services.map((one) => {
      if (one.deviceId !== deviceId || one.endedAt !== null) return one
      return { ...one, endedAt: date(at) < one.beganAt ? one.beganAt : date(at) }
    })
    tables = { ...tables, services }
  }

  const claim = ([now, until]: readonly unknown[]): readonly Stored[] => {
    const due = rowsOf(({ syncAt }) => syncAt !== null && syncAt <= date(now))
    for (const { id } of due) change(id, () => ({ syncAt: date(until) }))
    return due
  }

  /** Answers by a statement's name, or by how it begins. */
  const answers: readonly (readonly [string, (values: readonly unknown[]) => readonly object[] | void])[] = [
    ['select pg_advisory_xact_lock', () => []],
    ['account-hold-open', () => []],
    ['account-is-closed', () => []],
    ['telecom-tell', () => []],
    ['insert into app.telecom_plan_change', () => []],
    ['telecom-device-count', ([member]) => [{ count: rowsOf(isKeptBy(member)).length }]],
    ['telecom-device-lock', ([id]) => rowsOf((row) => row.id === id)],
    ['telecom-device', ([id, member]) => rowsOf((row) => row.id === id && row.memberId === member)],
    ['telecom-sync-claim', claim],
    ['telecom-change-line', changeLine],
    ['insert into app.telecom_device (id,', insert],
    ['insert into app.telecom_service', begin],
    ['update app.telecom_service set ended_at', end],
    [
      'update app.telecom_device set plan = $2',
      ([id, plan]) => void change(text(id), () => ({ plan: text(plan) })),
    ],
    [
      'update app.telecom_device set config = config || $2',
      ([id, config]) =>
        void change(text(id), (row) => ({
          config: { ...Object(row.config), ...JSON.parse(text(config)) },
        })),
    ],
    [
      'update app.telecom_device set label = $2, type = $3',
      ([id, label, type]) => void change(text(id), () => ({ label: text(label), type: text(type) })),
    ],
    [
      'update app.telecom_device set sync_at = $2, sync_failures = 0',
      ([id, at]) => void change(text(id), () => ({ syncAt: orNull(at, date), syncFailures: 0 })),
    ],
    [
      'update app.telecom_device set sync_at = $2, sync_failures = sync_failures + 1',
      ([id, at, state]) =>
        void change(text(id), (row) =>
          row.state === state ? { syncAt: date(at), syncFailures: row.syncFailures + 1 } : {},
        ),
    ],
  ]

  const run = (given: string | Statement, more: readonly unknown[] = []) => {
    const {
      name,
      text: sql,
      values = more,
    } = typeof given === 'string' ? ({ text: given } as Statement) : given
    const plain = sql.replaceAll(/\s+/g, ' ').trim()
    const answer = answers.find(([known]) => (name === undefined ? plain.startsWith(known) : name === known))
    if (!answer) throw new Error(`The model's database does not know ${name ?? plain}`)
    const rows = answer[1](values) ?? []
    return { rowCount: rows.length, rows }
  }

  /** Commits what was done since `before`, unless a fault comes before. */
  const commit = (before: Tables): void => {
    const fault = faultOf()
    if (fault === 'none') return
    if (fault === 'unavailable' || fault === 'request_lost') tables = before
    if (fault === 'unavailable') throw new StoreUnavailable('The database is down')
    throw new OutcomeUnknown('the database')
  }

  let last: Promise<unknown> = Promise.resolve()
  /** Waits for the transaction before. */
  const inTurn = async (): Promise<() => void> => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    return resolve
  }

  const connect = async () => {
    const end = await inTurn()
    let before: Tables | null = null
    return {
      query: async (given: string | Statement, values?: readonly unknown[]) => {
        if (given === 'begin') before = tables
        else if (given === 'rollback') tables = before ?? tables
        else if (given === 'commit') {
          const began = before ?? tables
          before = null
          commit(began)
        } else return run(given, values)
        return { rowCount: 0, rows: [] }
      },
      release: end,
    }
  }
  const query = async (given: string | Statement, values?: readonly unknown[]) => {
    const end = await inTurn()
    try {
      const before = tables
      const answer = run(given, values)
      commit(before)
      return answer
    } finally {
      end()
    }
  }

  // A client of the model has only what the code under test asks of one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const pool: Pool = Object.assign(new Pool(), { query, connect: connect as () => Promise<PoolClient> })
  return {
    pool,
    devices: (): readonly Stored[] => [...tables.devices.values()],
    services: (): readonly Service[] => tables.services,
  }
}
export type DeviceDatabase = ReturnType<typeof createDeviceDatabase>

const isKeptBy =
  (member: unknown) =>
  (row: Stored): boolean =>
    row.memberId === member && row.deletedAt === null
