import { UnreadableEvent } from '../event-store.ts'
import { createCluster } from './cluster.ts'
import { parseConnectionString } from './connection-string.ts'
import { readBatches, type ReadContext } from './reads.ts'

/** Settings of a stream that make EventStoreDB let go of its events: by age, by number, or all before one. */
const FORGETTING = ['$maxAge', '$maxCount', '$tb'] as const
/** Settings of stream `a` are events of stream `$$a`. */
const OF_SETTINGS = '$$'

interface ForgettingStream {
  readonly streamId: string
  readonly setting: (typeof FORGETTING)[number]
}

export interface Findings {
  /** Streams with a setting that would let events leave the log; the last setting of each counts. */
  readonly forgetting: readonly ForgettingStream[]
  /** The first event of somebody else that stands among ours; null, the database is ours alone. */
  readonly foreign: { readonly streamId: string; readonly position: bigint } | null
}

/** Settings, and streams that none of `prefixes` begins; neither the database's own. */
const suspicious = (prefixes: readonly string[]): string =>
  `^(?:\\$\\$[^$]|(?!\\$|${prefixes.map((prefix) => RegExp.escape(prefix)).join('|')}))`

/**
 * What an operator should know of the database before the ledger goes on in it. The server looks through its whole log, we
 * through what it finds. What isn't marked as JSON harms nobody and is passed over.
 * @param prefixes of the names of our streams
 */
export const inspect = async (
  connectionString: string,
  { prefixes, signal }: { readonly prefixes: readonly string[]; readonly signal: AbortSignal },
): Promise<Findings> => {
  const cluster = createCluster(parseConnectionString(connectionString))
  try {
    return await lookThrough(cluster, suspicious(prefixes), signal)
  } finally {
    await cluster.close()
  }
}

const lookThrough = async (
  cluster: ReadContext['cluster'],
  streams: string,
  signal: AbortSignal,
): Promise<Findings> => {
  const forgetting = new Map<string, ForgettingStream>()
  let foreign: Findings['foreign'] = null
  const request = { all: 'forwards', from: 'start', limit: Infinity, streams } as const
  try {
    for await (const batch of readBatches({ cluster }, request, { signal })) {
      for (const { streamId: of, position, data } of batch) {
        if (!of.startsWith(OF_SETTINGS)) {
          foreign ??= { streamId: of, position }
          continue
        }
        const streamId = of.slice(OF_SETTINGS.length)
        const setting = FORGETTING.find((name) => data[name] !== undefined && data[name] !== null)
        if (setting) forgetting.set(streamId, { streamId, setting })
        else forgetting.delete(streamId)
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error
    foreign ??= error
  }
  return { forgetting: [...forgetting.values()], foreign }
}
