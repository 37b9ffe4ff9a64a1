import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import { toHex } from '../../events/proof/byte-text.ts'
import { canonicalBytes } from '../../events/proof/canonical-event.ts'
import { createFrontier } from '../../events/proof/frontier.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import type { CopyTarget } from '../../events/store/copy-target.ts'
import type { EventStore, JsonObject, RecordedEvent } from '../../events/store/event-store.ts'
import { InvalidConfig } from '../config/invalid-config.ts'

/** The log of a ledger in EventStoreDB: one event a line, in the order of the log. */
export const LOG_FILE = 'log.jsonl.gz'

const EVENTS_AT_ONCE = 512

const json = z.pipe(
  z.record(z.string(), z.json()),
  z.transform((value): JsonObject => value),
)
const big = z.pipe(
  z.string().check(z.regex(/^\d+$/)),
  z.transform((text: string) => BigInt(text)),
)
const Line = z.strictObject({
  id: z.string(),
  type: z.string(),
  streamId: z.string(),
  revision: big,
  position: big,
  recordedAt: z.string(),
  data: json,
  metadata: json,
})

const lineOf = ({ revision, position, ...event }: RecordedEvent): string =>
  `${JSON.stringify({ ...event, revision: revision.toString(), position: position.toString() })}\n`

/** How many events a log has, and the Merkle root over them, in hexadecimal digits. */
export interface Rooted {
  readonly events: number
  readonly root: string
}

/** The root over the first events, up to this position. */
export const rootUpTo = async (store: EventStore, position: bigint | null): Promise<Rooted> => {
  const frontier = createFrontier(nodeSha256)
  for await (const events of store.scan())
    for (const event of events)
      if (position === null || event.position <= position) frontier.append(canonicalBytes(event))
  return { events: frontier.size(), root: toHex(frontier.root()) }
}

/** A stream that hands its bytes on, and the digest of what has passed. */
export const hashing = () => {
  const digest = createHash('sha256')
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      digest.update(chunk)
      done(null, chunk)
    },
  })
  return { through, sha256: () => digest.digest('hex') }
}

/** Writes the events up to `position` into `dir`, while servers append. */
export const writeLog = async (
  store: EventStore,
  position: bigint,
  dir: string,
): Promise<Rooted & { readonly sha256: string }> => {
  const frontier = createFrontier(nodeSha256)
  const lines = async function* () {
    for await (const events of store.scan()) {
      for (const event of events) {
        if (event.position > position) return
        frontier.append(canonicalBytes(event))
        yield lineOf(event)
      }
    }
  }
  const { through, sha256 } = hashing()
  const file = createWriteStream(path.join(dir, LOG_FILE), { mode: 0o600, flush: true })
  await pipeline(lines(), createGzip({ level: 5 }), through, file)
  return { events: frontier.size(), root: toHex(frontier.root()), sha256: sha256() }
}

/**
 * Adds the events of the file in `dir` to a store that has none, and returns what it then holds.
 * @throws {InvalidConfig} the store is not empty
 */
export const restoreLog = async (dir: string, target: CopyTarget): Promise<Rooted> => {
  if ((await target.store.head()) > 0n)
    throw new InvalidConfig('The ledger is not empty: a backup is restored into a new one')
  let waiting: RecordedEvent[] = []
  const input = createReadStream(path.join(dir, LOG_FILE)).pipe(createGunzip())
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    waiting.push(Line.parse(JSON.parse(line)))
    if (waiting.length < EVENTS_AT_ONCE) continue
    await target.write(waiting)
    waiting = []
  }
  if (waiting.length > 0) await target.write(waiting)
  return rootUpTo(target.store, null)
}
