import type { IncomingMessage, Server } from 'node:http'
import { once } from 'node:events'
import { ADD_CHECKPOINT } from '../../events/proof/add-checkpoint.ts'
import { parseCheckpoint } from '../../events/proof/checkpoint.ts'
import { fingerprintOf, type NoteSigner } from '../../events/proof/note-keys.ts'
import { parseNote } from '../../events/proof/signed-note.ts'
import { connectionsWithin, createLimitedServer, type ServerLimits } from '../http/limited-server.ts'
import { boundedText } from '../outgoing/bounded-body.ts'
import { answerAddCheckpoint, DAMAGED, type WitnessReply } from './add-checkpoint.ts'
import { originHash } from '../proof/origin-hash.ts'
import { UnreadableState, type WitnessState } from './state.ts'
import type { WatchedLog } from './watched-log.ts'

/** What a witness publishes, so that members can check a log without trusting it, and answers to logs. */
interface Published {
  readonly logs: readonly WatchedLog[]
  readonly signer: NoteSigner
  readonly now: () => Date
  /** An answer failed for a reason of this process. */
  readonly onError?: (error: unknown) => void
}

/** A consistency proof and a checkpoint with many signatures are far smaller. */
const REQUEST_BYTES_MAX = 200_000

/** The last signed checkpoint; `damaged`: it cannot be read. The state of one log is no matter of the others. */
const seenOf = ({ files }: WatchedLog): WitnessState | 'damaged' | null => {
  try {
    return files.load()
  } catch (error) {
    if (error instanceof UnreadableState) return 'damaged'
    throw error
  }
}

const originOf = (note: string): string => parseCheckpoint(parseNote(note).text).origin

const aboutLog = async (log: WatchedLog): Promise<readonly string[]> => {
  const { keys, alarm, refusal } = log
  const state = seenOf(log)
  const seen = state === 'damaged' ? null : state
  const logKeys = keys.length > 0 ? keys.map(({ text }) => text) : seen ? [seen.logKey] : []
  const named = logKeys.map(async (key) => [
    `Log key: ${key}`,
    `Fingerprint of the log key: ${await fingerprintOf(key)}`,
  ])
  return [
    '',
    ...(await Promise.all(named)).flat(),
    ...(state === null ? ['This witness has not signed anything of this log yet.'] : []),
    ...(state === 'damaged' ? [`${DAMAGED}.`] : []),
    ...(alarm === null ? [] : [`ALARM: ${alarm}`]),
    ...(refusal === null || refusal === alarm ? [] : [`Last refusal: ${refusal}`]),
    ...(alarm === null && refusal === null && state !== 'damaged'
      ? ['The log has been consistent at every look.']
      : []),
    ...(seen ? [`Last signed checkpoint, also at /${originHash(originOf(seen.note))}/checkpoint:`] : []),
    ...(seen ? ['', seen.note] : []),
  ]
}

const pageOf = async ({ logs, signer: { verifierKey } }: Published): Promise<string> =>
  [
    `Witness key: ${verifierKey}`,
    `Fingerprint of the witness key: ${await fingerprintOf(verifierKey)}`,
    ...(await Promise.all(logs.map(aboutLog))).flat(),
  ].join('\n')

/** The last signed checkpoint at `/checkpoint` (of the first log) and `/<hash of the origin>/checkpoint`. */
const checkpointAt = (path: string, logs: readonly WatchedLog[]): WitnessReply => {
  const isAsked = (log: WatchedLog, state: WitnessState | 'damaged' | null): boolean => {
    if (path === '/checkpoint') return log === logs[0]
    const name = log.keys[0]?.verifier.name ?? (state === 'damaged' || !state ? null : originOf(state.note))
    return name !== null && path === `/${originHash(name)}/checkpoint`
  }
  for (const log of logs) {
    const state = seenOf(log)
    if (state === null || !isAsked(log, state)) continue
    return state === 'damaged' ? { status: 500, text: `${DAMAGED}.\n` } : { status: 200, text: state.note }
  }
  return { status: 404, text: 'Nothing here.\n' }
}

/** A request, whose body is read when it is wanted. */
interface WitnessRequest {
  readonly method: string
  readonly url: string
  readonly body: () => Promise<string>
}

/** What the witness answers over HTTP. */
export const replyTo = async (published: Published, request: WitnessRequest): Promise<WitnessReply> => {
  const [path = '/'] = request.url.split('?')
  if (request.method === 'POST' && path === `/${ADD_CHECKPOINT}`) {
    let body: string
    try {
      body = await request.body()
    } catch {
      return { status: 400, text: 'The request is too large, or no text.\n' }
    }
    return answerAddCheckpoint(published, body)
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 405, text: 'Only to be read.\n' }
  if (path === '/') return { status: 200, text: await pageOf(published) }
  return checkpointAt(path, published.logs)
}

const CONNECTIONS_MAX = 1_000
const LIMITS: ServerLimits = {
  headersMs: 5_000,
  requestMs: 10_000,
  keepAliveMs: 5_000,
  connectionsMax: connectionsWithin(CONNECTIONS_MAX),
}

/** A body that is refused is still read to its end, within the limit of time, so that its sender gets the answer. */
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  try {
    return await boundedText(request.iterator({ destroyOnReturn: false }), REQUEST_BYTES_MAX)
  } finally {
    request.resume()
  }
}

/**
 * Serves `/` for people, checkpoints for programs, with CORS for any page, and `add-checkpoint` for logs
 * (https://c2sp.org/tlog-witness).
 */
export const publish = async (
  published: Published,
  { port, host, limits = {} }: { port: number; host: string; limits?: Partial<ServerLimits> },
): Promise<Server> => {
  const server = createLimitedServer({ ...LIMITS, ...limits }, (request, response) => {
    const { method = 'GET', url = '/' } = request
    const answer = ({ status, text, type = 'text/plain; charset=utf-8' }: WitnessReply): void => {
      response.writeHead(status, {
        'Content-Type': type,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Access-Control-Allow-Origin': '*',
      })
      response.end(method === 'HEAD' ? '' : text)
    }
    replyTo(published, { method, url, body: () => bodyOf(request) }).then(answer, (error: unknown) => {
      published.onError?.(error)
      answer({ status: 500, text: 'Something went wrong.\n' })
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
