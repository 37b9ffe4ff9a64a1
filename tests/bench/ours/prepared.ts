import { createPool } from '../../../api/database/database.ts'
import { createPostgresEventStore } from '../../../events/store/postgres/postgres-event-store.ts'
import { rebuildProjections } from '../../../projections/rebuild.ts'
import { loadFacts } from '../../support/generated-year/load.ts'
import { administer, databaseUrlOn } from '../server.ts'
import { insertMembers } from './members.ts'
import { populated, type Population } from './population.ts'
import { prepareTables } from './target.ts'

/** A database with members and their events. */
export interface Prepared extends Population {
  readonly url: string
  /** Events per second, of loading them and building the read models. */
  readonly perSecond: number
}

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const MADE = /^made on (\S+), (\d+) events a second$/
/** In UTC. On another day interest would be due for all members at once, in the middle of a measurement. */
const today = (): string => new Date().toISOString().slice(0, 10)

/** Events per second at which the database was made; null where it is missing, incomplete, or of another day. */
const madeToday = async (serverUrl: string, name: string): Promise<number | null> =>
  administer(serverUrl, async (client) => {
    const { rows } = await client.query<{ comment: string | null }>(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
      [name],
    )
    const [, day, perSecond] = MADE.exec(rows[0]?.comment ?? '') ?? []
    return day === today() ? Number(perSecond) : null
  })

const make = async (url: string, { members, events }: Population): Promise<void> => {
  await prepareTables(url)
  const pool = createPool(url, { name: 'bench' })
  const store = createPostgresEventStore({ url })
  try {
    await loadFacts(url, populated(await insertMembers(pool, members), events))
    await rebuildProjections({ store, url, log: QUIET })
    // Otherwise autovacuum would run in the middle of a measurement.
    await administer(url, (client) => client.query('vacuum analyze'))
  } finally {
    await store.close()
    await pool.end()
  }
}

/**
 * The server's database of this size, which is made unless there is one of today: the log by COPY, each event as the
 * server would have appended it, read models and Merkle tree by our own rebuild.
 */
export const preparedOn = async (
  serverUrl: string,
  population: Population,
  progress: (line: string) => void,
): Promise<Prepared> => {
  const { members, events } = population
  const name = `bench_size_${members}x${events}`
  const url = databaseUrlOn(serverUrl, name)
  const known = await madeToday(serverUrl, name)
  if (known !== null) return { ...population, url, perSecond: known }
  progress(`${members} members and ${events} events are made, and their read models`)
  const day = today()
  const startedAt = performance.now()
  await administer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
  await make(url, population)
  const perSecond = Math.round((events * 1_000) / (performance.now() - startedAt))
  await administer(serverUrl, (client) =>
    client.query(`comment on database ${name} is 'made on ${day}, ${perSecond} events a second'; checkpoint`),
  )
  return { ...population, url, perSecond }
}
