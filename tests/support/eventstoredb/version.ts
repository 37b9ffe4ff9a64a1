import { createCluster } from '../../../events/store/eventstoredb/cluster.ts'
import { parseConnectionString } from '../../../events/store/eventstoredb/connection-string.ts'

/** The server's version, such as `23.10.6`. */
export const versionOf = async (connectionString: string): Promise<string> => {
  const cluster = createCluster(parseConnectionString(connectionString))
  try {
    return await (await cluster.connection()).version()
  } finally {
    await cluster.close()
  }
}
