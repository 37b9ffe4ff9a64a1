import { createCluster } from './cluster.ts'
import { parseConnectionString } from './connection-string.ts'
import { serverVersion, SUPPORTED_METHODS } from './messages.ts'

const WITHIN_MS = 5_000

/** The version that the server says it has, such as `23.10.6`. */
export const versionOf = async (connectionString: string): Promise<string> => {
  const cluster = createCluster(parseConnectionString(connectionString))
  try {
    const call = (await cluster.session()).call(SUPPORTED_METHODS)
    call.send(Buffer.alloc(0))
    call.end()
    const signal = AbortSignal.timeout(WITHIN_MS)
    for await (const [message] of call.receive({ signal })) if (message) return serverVersion(message)
    return 'unknown'
  } finally {
    await cluster.close()
  }
}
