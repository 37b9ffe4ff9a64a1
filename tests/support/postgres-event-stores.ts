import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres, type RunningPostgres } from '../../api/database/embedded/launcher.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { migrateEventStore } from '../../events/store/postgres/event-store-schema.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import type { EventStoreHarness, FoundAnswer } from '../contract/event-store/harness.ts'
import { migrate } from '../../events/store/postgres/migrate.ts'
import { createLossyTcpProxy } from './lossy-tcp-proxy.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { openClient } from './open-client.ts'

export interface PostgresHarness extends EventStoreHarness {
  readonly url: string
}

/** A separate Postgres server with an empty event store in it; tests may kill it. */
export const postgresHarness = async (): Promise<PostgresHarness> => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'youtility-events-'))
  chmodSync(scratch, 0o755) // the server may run as another user
  const dataDir = path.join(scratch, 'data')
  let server: RunningPostgres = await startOwnPostgres({ dataDir, database: 'events' })
  const { url, port } = server
  await migrateEventStore(url)
  await migrate({ url, dir: path.resolve('api/migrations'), schema: 'app' })
  const proxy = await createLossyTcpProxy(port)
  const unreliableUrl = url.replace(`:${port}/`, `:${proxy.port}/`)
  const stores: EventStore[] = []

  return {
    url,
    dense: true,
    open: async ({ unreliable = false, ...options } = {}) => {
      const store = createPostgresEventStore({ url: unreliable ? unreliableUrl : url, ...options })
      stores.push(store)
      return store
    },
    killServer: async () => {
      server.kill()
      await server.exited
    },
    startServer: async () => {
      server = await startPostgres({ dataDir, database: 'events', port })
    },
    loseAnswers: async (how) => {
      proxy.lose(how)
      return { restore: async () => proxy.restore() }
    },
    keptAnswer: async ({ memberId, key }) => {
      const client = await openClient(url)
      try {
        const { rows } = await client.query<Omit<FoundAnswer, 'position'> & { readonly position: string }>(
          `select route, body_hash as "bodyHash", status, response::text as text, position
           from app.idempotency_key where member_id = $1 and key = $2`,
          [memberId, key],
        )
        return rows[0] ? { ...rows[0], position: BigInt(rows[0].position) } : null
      } finally {
        await client.end()
      }
    },
    dispose: async () => {
      await Promise.all(stores.map((store) => store.close()))
      await proxy.close()
      await server.stop()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
