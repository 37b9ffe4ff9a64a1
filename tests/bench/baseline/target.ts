import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import { newId } from '../../../events/ids.ts'
import { freePort } from '../../support/free-port.ts'
import { startServer } from '../http/server-process.ts'
import {
  ACCOUNTS,
  FUNDS_MINOR,
  HOT_FUNDS_MINOR,
  type StartTarget,
  type Verification,
} from '../http/target.ts'
import { handleOf } from '../http/workload.ts'
import { administer } from '../server.ts'

const total = async (client: Client): Promise<bigint> => {
  const { rows } = await client.query<{ minor: string }>('select sum(minor)::text as minor from account')
  return BigInt(rows[0]?.minor ?? 0)
}

const verify = async (
  client: Client,
  before: bigint,
  acknowledged: readonly string[],
): Promise<Verification> => {
  const { rows } = await client.query<{ booked: string; missing: string }>(
    `select (select count(*) from transfer) as booked,
            (select count(*) from unnest($1::uuid[]) as told(id)
              where not exists (select from transfer where transfer.id = told.id)) as missing`,
    [acknowledged],
  )
  return {
    differenceMinor: (await total(client)) - before,
    inFlightMinor: 0n,
    missing: Number(rows[0]?.missing),
    doubled: acknowledged.length - new Set(acknowledged).size,
    booked: Number(rows[0]?.booked),
  }
}

/** The baseline with its accounts, on an empty database. */
export const startBaseline: StartTarget = async (databaseUrl, nodeOptions) => {
  const ids = Array.from({ length: ACCOUNTS }, newId)
  const funds = ids.map((_, index) => (index === 0 ? HOT_FUNDS_MINOR : FUNDS_MINOR))
  const before = await administer(databaseUrl, async (client) => {
    await client.query(await readFile(path.join(import.meta.dirname, 'schema.sql'), 'utf8'))
    await client.query(
      'insert into account (id, handle, minor) select * from unnest($1::uuid[], $2::text[], $3::bigint[])',
      [ids, ids.map((_, index) => handleOf(index)), funds],
    )
    await client.query('vacuum analyze account')
    return total(client)
  })
  const script = path.join(import.meta.dirname, 'server.ts')
  const server = await startServer(
    script,
    await freePort(),
    { NODE_ENV: 'production', DATABASE_URL: databaseUrl },
    nodeOptions,
  )
  return {
    ...server,
    accounts: ids.map((id, index) => ({ handle: handleOf(index), headers: `X-Account: ${id}\r\n` })),
    backlog: async () => 0,
    verify: (acknowledged) => administer(databaseUrl, (client) => verify(client, before, acknowledged)),
  }
}
