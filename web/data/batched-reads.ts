import { MIN_POSITION_HEADER } from '../../api/contract/operation.ts'
import { BATCH_READS_MAX, batchReadOperations } from '../../api/contract/batch-reads.ts'

const { path: BATCH_PATH, response: Answers } = batchReadOperations.getTogether

/** A read that waits to be sent with others. */
interface WaitingRead {
  readonly path: string
  readonly init: RequestInit & { readonly headers: Headers; readonly signal?: AbortSignal }
  readonly answer: (response: Response | Promise<Response>) => void
}

let waiting: WaitingRead[] = []

/** Resolves in the next task, after pending events such as a tap. A hidden page's timers would take a second each. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })

/**
 * Delivers a response, unless the read was aborted, for example by the end of a session: it may be another member's.
 */
const deliver = ({ init, answer }: WaitingRead, response: Response): void =>
  answer(init.signal?.aborted ? Promise.reject(reasonOf(init.signal)) : response)

const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new DOMException('It was cut short', 'AbortError')

const fetchAlone = ({ path, init, answer }: WaitingRead): void => answer(fetch(path, init))

/** Delivers the response to the whole request to each of its reads. */
const deliverToEach = async (group: readonly WaitingRead[], response: Response): Promise<void> => {
  const { status, headers } = response
  const text = await response.text()
  for (const asked of group) deliver(asked, new Response(text, { status, headers }))
}

/**
 * Sends a group in one request. Its responses are delivered one by one, each in a task of its own: the receivers
 * validate and store them, which would block the page if all did so at once.
 */
const send = async (group: readonly [WaitingRead, ...WaitingRead[]]): Promise<void> => {
  const paths = group.map(({ path }) => path.replaceAll(',', '%2C')).join(',')
  const response = await fetch(`${BATCH_PATH}?${new URLSearchParams({ paths }).toString()}`, group[0].init)
  // The server is older than this version of the app.
  if (response.status === 404) return group.forEach(fetchAlone)
  if (!response.ok) return deliverToEach(group, response)
  const date = response.headers.get('Date')
  const { answers } = Answers.parse(await response.json())
  for (const [place, asked] of group.entries()) {
    const part = answers[place]
    if (part === undefined) fetchAlone(asked)
    else {
      const { status, headers, body } = part
      deliver(
        asked,
        new Response(body, { status, headers: { ...headers, ...(date === null ? {} : { Date: date }) } }),
      )
    }
    await nextTask()
  }
}

const sendAll = (): void => {
  const asked = waiting.filter(({ init: { signal }, answer }) => {
    if (signal?.aborted) answer(Promise.reject(reasonOf(signal)))
    return signal?.aborted !== true
  })
  waiting = []
  const groups = Map.groupBy(asked, ({ init }) => init.headers.get(MIN_POSITION_HEADER))
  for (const group of groups.values())
    for (let at = 0; at < group.length; at += BATCH_READS_MAX) {
      const [first, ...others] = group.slice(at, at + BATCH_READS_MAX)
      if (first === undefined) continue
      if (others.length === 0) fetchAlone(first)
      else
        send([first, ...others]).catch((error: unknown) => {
          for (const { answer } of [first, ...others]) answer(Promise.reject(error))
        })
    }
}

/**
 * Like `fetch`, for a read that can be sent with others (`batchable` in the contract): all those of one moment, such as
 * the reads of a page that opens, are sent in one request.
 */
export const fetchBatched = (path: string, init: WaitingRead['init']): Promise<Response> =>
  new Promise((answer) => {
    if (waiting.push({ path, init, answer }) === 1) setTimeout(sendAll, 0)
  })
