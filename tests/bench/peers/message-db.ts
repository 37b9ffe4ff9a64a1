import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CONNECTIONS_MAX, type BenchEvent, type OpenContender } from '../appends/contender.ts'
import { installMessageDb } from './message-db-schema.ts'

const CATEGORY = 'wallet'
const BATCH = 1000
const IDLE_MS = 10

/**
 * message-db is SQL functions: `write_message` through a prepared statement, and a consumer that polls
 * `get_category_messages`, the only global order it has. All streams are in one category.
 */
export const open: OpenContender = async (databaseUrl) => {
  const settings = { connectionString: databaseUrl, options: '-c search_path=message_store,public' }
  const installer = new pg.Client(settings)
  await installer.connect()
  const { rowCount } = await installer.query(`select from pg_roles where rolname = 'message_store'`)
  const roleIsOurs = rowCount === 0
  await installMessageDb(installer)
  await installer.end()
  const pool = new pg.Pool({ ...settings, max: CONNECTIONS_MAX })

  const write = async (streamId: string, event: BenchEvent, expected: number | null): Promise<void> => {
    await pool.query({
      name: 'write',
      text: 'select write_message($1, $2, $3, $4, $5, $6)',
      values: [
        event.id,
        streamId,
        event.type,
        JSON.stringify(event.data),
        JSON.stringify(event.metadata),
        expected,
      ],
    })
  }

  return {
    append: (streamId, event) => write(streamId, event, -1),
    appendToShared: (streamId, event) => write(streamId, event, null),
    consume: async (onEvent) => {
      let running = true
      const follow = async () => {
        for (let next = 1n; running;) {
          const { rows } = await pool.query<{ id: string; global_position: string }>({
            name: 'read',
            text: 'select id, global_position, data, metadata from get_category_messages($1, $2, $3)',
            values: [CATEGORY, next, BATCH],
          })
          for (const row of rows) {
            onEvent(row.id, BigInt(row.global_position))
            next = BigInt(row.global_position) + 1n
          }
          if (rows.length === 0) await sleep(IDLE_MS)
        }
      }
      const following = follow()
      return {
        stop: async () => {
          running = false
          await following
        },
      }
    },
    count: async () => {
      const { rows } = await pool.query('select count(*)::int as events from messages')
      return Number(rows[0]?.events)
    },
    close: async () => {
      // Roles belong to the server, not to the database that is dropped afterwards.
      if (roleIsOurs) await pool.query('drop owned by message_store; drop role message_store')
      await pool.end()
    },
  }
}
