import { createServer, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import { ADD_CHECKPOINT } from '../../events/proof/add-checkpoint.ts'
import { parseCheckpoint } from '../../events/proof/checkpoint.ts'
import { fingerprintOf, type NoteSigner } from '../../events/proof/note-keys.ts'
import { parseNote } from '../../events/proof/signed-note.ts'
import { boundedText } from '../outgoing/bounded-body.ts'
import { answerAddCheckpoint, type WitnessReply } from './add-checkpoint.ts'
import { originHash } from '../proof/origin-hash.ts'
import type { WatchedLog } from './watched-log.ts'

/** What a witness publishes, so that members can check a log without trusting it, and answers to logs. */
interface Published {
  readonly logs: readonly WatchedLog[]
  readonly signer: NoteSigner
  readonly now: () => Date
}

/** A consistency proof and a checkpoint with many signatures are far smaller. */
const REQUEST_BYTES_MAX = 200_000
const REQUEST_MS_MAX = 10_000

const originOf = (note: string): string => parseCheckpoint(parseNote(note).text).origin

const aboutLog = async ({ key, files, alarm }: WatchedLog): Promise<readonly string[]> => {
  const seen = files.load()
  const logKey = key?.text ?? seen?.logKey
  return [
    '',
    ...(logKey === undefined
      ? []
      : [`Log key: ${logKey}`, `Fingerprint of the log key: ${await fingerprintOf(logKey)}`]),
    ...(seen ? [] : ['This witness has not signed anything of this log yet.']),
    alarm === null ? 'The log has been consistent at every look.' : `ALARM: ${alarm}`,
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
const checkpointAt = (path: string, logs: readonly WatchedLog[]): string | null => {
  const notes = logs.flatMap(({ files }) => files.load()?.note ?? [])
  if (path === '/checkpoint') return logs[0]?.files.load()?.note ?? null
  return notes.find((note) => path === `/${originHash(originOf(note))}/checkpoint`) ?? null
}

const replyTo = async (published: Published, request: IncomingMessage): Promise<WitnessReply> => {
  const path = new URL(request.url ?? '/', 'http://witness').pathname
  if (request.method === 'POST' && path === `/${ADD_CHECKPOINT}`) {
    let body: string
    try {
      body = await boundedText(request, REQUEST_BYTES_MAX)
    } catch {
      return { status: 400, text: 'The request is too large, or no text.\n' }
    }
    return answerAddCheckpoint(published, body)
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 405, text: 'Only to be read.\n' }
  if (path === '/') return { status: 200, text: await pageOf(published) }
  const note = checkpointAt(path, published.logs)
  return note === null ? { status: 404, text: 'Nothing here.\n' } : { status: 200, text: note }
}

/**
 * Serves `/` for people, checkpoints for programs, with CORS for any page, and `add-checkpoint` for logs
 * (https://c2sp.org/tlog-witness).
 */
export const publish = async (published: Published, port: number, host: string): Promise<Server> => {
  const server = createServer({ requestTimeout: REQUEST_MS_MAX }, (request, response) => {
    const answer = ({ status, text, type = 'text/plain; charset=utf-8' }: WitnessReply): void => {
      response.writeHead(status, {
        'Content-Type': type,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Access-Control-Allow-Origin': '*',
      })
      response.end(request.method === 'HEAD' ? '' : text)
    }
    replyTo(published, request).then(answer, () => answer({ status: 500, text: 'Something went wrong.\n' }))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
