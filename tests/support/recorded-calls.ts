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

const ANSWER_MAX = 20_000

/** From now on keeps each call and its answer in this folder: a line of JSON each, a file for each process. */
export const recordCalls = (folder: string): void => {
  const load = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const response = await load(input, init)
    const type = response.headers.get('Content-Type')?.split(';')[0] ?? ''
    // A stream never ends by itself.
    const answer = type === 'text/event-stream' ? '' : await response.clone().text()
    if (answer === '' || answer.length > ANSWER_MAX) return response
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const call: RecordedCall = {
      method: init?.method ?? 'GET',
      path: pathname + search,
      body: typeof init?.body === 'string' ? init.body : null,
      status: response.status,
      type,
      answer,
    }
    await appendFile(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(call)}\n`)
    return response
  }
}
