import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { fingerprintOf } from '../../events/proof/note-keys.ts'
import type { WitnessState } from './state.ts'

/** What a witness publishes, so that members can check the log without trusting it. */
interface Published {
  readonly state: () => WitnessState | null
  readonly witnessKey: string
  /** Why this witness last refused to sign; null when it never did. */
  readonly alarm: () => string | null
}

const pageOf = async ({ state, witnessKey, alarm }: Published): Promise<string> => {
  const seen = state()
  const refused = alarm()
  return [
    `Witness key: ${witnessKey}`,
    `Fingerprint of the witness key: ${await fingerprintOf(witnessKey)}`,
    ...(seen
      ? [`Log key: ${seen.logKey}`, `Fingerprint of the log key: ${await fingerprintOf(seen.logKey)}`]
      : ['This witness has not signed anything yet.']),
    refused === null ? 'The log has been consistent at every look.' : `ALARM: ${refused}`,
    ...(seen ? ['', 'Last signed checkpoint, also at /checkpoint:', '', seen.note] : ['']),
  ].join('\n')
}

/** Serves `/` for people and `/checkpoint` for programs, with CORS for any page. */
export const publish = async (published: Published, port: number, host: string): Promise<Server> => {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string): void => {
      response.writeHead(status, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Access-Control-Allow-Origin': '*',
      })
      response.end(request.method === 'HEAD' ? '' : text)
    }
    const respond = async (): Promise<void> => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'Only to be read.\n')
      const path = new URL(request.url ?? '/', 'http://witness').pathname
      if (path === '/') return answer(200, await pageOf(published))
      const note = published.state()?.note
      return path === '/checkpoint' && note !== undefined ? answer(200, note) : answer(404, 'Nothing here.\n')
    }
    respond().catch(() => answer(500, 'Something went wrong.\n'))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
