import { UnreadableEvent } from '../event-store.ts'
import { createCluster } from './cluster.ts'
import { parseConnectionString } from './connection-string.ts'
import { readBatches, type ReadContext } from './reads.ts'

/** Settings of a stream that make EventStoreDB delete events: by age, by number, or all before one. */
const FORGETTING = ['$maxAge', '$maxCount', '$tb'] as const
/** Settings of stream `a` are events of stream `$$a`. */
const OF_SETTINGS = '$$'

interface ForgettingStream {
  readonly streamId: string
  readonly setting: (typeof FORGETTING)[number]
}

export interface Findings {
  /** Streams with a setting that would delete events; only the last settings of each stream count. */
  readonly forgetting: readonly ForgettingStream[]
  /** The first event of another application; null when the database contains only ours. */
  readonly foreign: { readonly streamId: string; readonly position: bigint } | null
}

/** Pattern of streams' settings, and of streams that begin with none of `prefixes`; excludes system streams. */
const suspicious = (prefixes: readonly string[]): string =>
  `^(?:\\$\\$[^$]|(?!\\$|${prefixes.map((prefix) => RegExp.escape(prefix)).join('|')}))`

/**
 * Finds what an operator should know about the database before the ledger uses it. The server filters its whole log
 * and we check the matches. Events that are not marked as JSON do no harm and are skipped.
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
