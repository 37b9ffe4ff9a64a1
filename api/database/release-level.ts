import type { ClientBase, Pool } from 'pg'
import { LEVEL } from '../../events/level.ts'
import { InvalidConfig } from '../config/invalid-config.ts'
import { APP_SCHEMA } from './app-schema.ts'

/** How often a server whose database is at a lower level looks whether it was raised, while it writes, ms. */
const LOOK_MS = 1_000

const readLevel = async (client: Pool | ClientBase): Promise<number> => {
  const { rows } = await client.query<{ level: number }>(`select level from ${APP_SCHEMA}.release_level`)
  return rows[0]?.level ?? LEVEL
}

/**
 * @throws {InvalidConfig} a later release has written what this one cannot read, or taken away what it needs
 */
export const requireLevel = async (client: ClientBase): Promise<void> => {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${APP_SCHEMA}.release_level`,
  ])
  const level = rows[0]?.there ? await readLevel(client) : LEVEL
  if (level > LEVEL)
    throw new InvalidConfig(
      `The database serves releases of level ${level} and higher, and this release is of level ${LEVEL}: start the release that ran last, or a later one. To go back further, restore the backup from before its npm run migrate -- --finish (see docs/operators.md)`,
    )
}

/** Gives a new installation the level of this release; as the tables' owner. */
export const beginLevel = async (client: ClientBase): Promise<void> => {
  await client.query(
    `insert into ${APP_SCHEMA}.release_level (level) values ($1) on conflict (is_only) do nothing`,
    [LEVEL],
  )
}

/** Whether the connection's user may raise the level: the tables' owner. */
export const mayRaiseLevel = async (client: ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_table_privilege('${APP_SCHEMA}.release_level', 'update') as may`,
  )
  return rows[0]?.may === true
}

/** From now on what is new in this release is written, and a release of a lower level does not start any more. */
export const raiseLevel = async (client: ClientBase): Promise<boolean> => {
  const { rowCount } = await client.query(
    `update ${APP_SCHEMA}.release_level set level = $1 where level < $1`,
    [LEVEL],
  )
  return rowCount === 1
}

/** Up to which level facts may be written; a level that is raised meanwhile is noticed within some seconds of writing. */
export const openLevel = async (pool: Pool): Promise<() => number> => {
  let level = await readLevel(pool)
  let lookedAt = performance.now()
  return () => {
    if (level < LEVEL && performance.now() - lookedAt > LOOK_MS) {
      lookedAt = performance.now()
      void readLevel(pool).then(
        (raised) => (level = raised),
        () => undefined, // the next call looks again
      )
    }
    return level
  }
}
