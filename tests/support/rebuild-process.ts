import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { rebuildProjections } from '../../projections/rebuild.ts'
import { keptLog } from './read-models.ts'

/** A rebuild in a process of its own, which a test can kill: `node rebuild-process.ts <database url>`. */
const url = process.argv[2] ?? ''
const store = createPostgresEventStore({ url })
await rebuildProjections({ store, url, log: keptLog().log })
await store.close()
