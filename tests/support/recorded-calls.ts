import { appendFile } from 'node:fs/promises'
import path from 'node:path'

/** A call as it was sent and answered. */
export interface RecordedCall {
  readonly method: string
  readonly path: string
  readonly body: string | null
  readonly status: number
  readonly type: string
  readonly answer: string
}

const ANSWER_MAX = 50_000

const callOf = async (request: Request, response: Response): Promise<RecordedCall | null> => {
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? ''
  // A stream never ends by itself.
  if (type === 'text/event-stream') return null
  const answer = await response.clone().text()
  if (answer.length > ANSWER_MAX) return null
  const { pathname, search } = new URL(request.url)
  const body = request.body === null ? null : await request.text()
  return { method: request.method, path: pathname + search, body, status: response.status, type, answer }
}

/** From now on keeps each call and its answer in this folder: a line of JSON each, a file for each process. */
export const recordCalls = (folder: string): void => {
  const load = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input.clone() : input, init)
    const response = await load(input, init)
    const call = await callOf(request, response)
    if (call !== null)
      await appendFile(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(call)}\n`)
    return response
  }
}
