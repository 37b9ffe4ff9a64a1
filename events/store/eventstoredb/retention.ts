import { createCluster } from './cluster.ts'
import { parseConnectionString } from './connection-string.ts'
import { readBatches } from './reads.ts'

/** Settings of a stream that make EventStoreDB let go of its events: by age, by number, or all before one. */
const FORGETTING = ['$maxAge', '$maxCount', '$tb'] as const
const METADATA = '^\\$metadata$'
const SYSTEM = '$'
/** Settings of stream `a` are events of stream `$$a`. */
const OF_SETTINGS = '$$'

export interface ForgettingStream {
  readonly streamId: string
  readonly setting: (typeof FORGETTING)[number]
}

/**
 * Streams with a setting that would let events leave the log, other than the database's own; the last setting of each
 * counts. The server looks through its whole log for them, we through what it finds.
 */
export const findForgettingStreams = async (
  connectionString: string,
  signal: AbortSignal,
): Promise<ForgettingStream[]> => {
  const cluster = createCluster(parseConnectionString(connectionString))
  const found = new Map<string, ForgettingStream>()
  try {
    const settings = { all: 'forwards', from: 'start', limit: Infinity, types: METADATA } as const
    for await (const batch of readBatches({ cluster }, settings, { signal })) {
      for (const { streamId: of, data } of batch) {
        const streamId = of.slice(OF_SETTINGS.length)
        if (!of.startsWith(OF_SETTINGS) || streamId.startsWith(SYSTEM)) continue
        const setting = FORGETTING.find((name) => data[name] !== undefined && data[name] !== null)
        if (setting) found.set(streamId, { streamId, setting })
        else found.delete(streamId)
      }
    }
    return [...found.values()]
  } finally {
    await cluster.close()
  }
}
