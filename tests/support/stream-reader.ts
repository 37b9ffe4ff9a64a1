import { LiveData } from '../../api/contract/live.ts'

export interface Heard {
  readonly event: string
  /** Ledger position up to which everything has been reported. */
  readonly id: string
  readonly position: string | null
}

export interface StreamReader {
  readonly response: Response
  /** The next event; null when the stream has ended. */
  readonly next: () => Promise<Heard | null>
  /** Closes the connection, as a closed page does. */
  readonly leave: () => Promise<void>
}

const fieldOf = (text: string, name: string): string =>
  text.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1] ?? ''

/** Opens a stream of server-sent events and reads it event by event; skips comments. */
export const readStream = async (
  member: { readonly fetch: (path: string, init?: RequestInit) => Promise<Response> },
  { after, lastEventId }: { readonly after?: string; readonly lastEventId?: string } = {},
): Promise<StreamReader> => {
  const cut = new AbortController()
  const response = await member.fetch(`/api/stream${after === undefined ? '' : `?after=${after}`}`, {
    headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
    signal: cut.signal,
  })
  if (!response.ok || !response.body) throw new Error(`No stream: ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Heard | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end === -1) {
        const { done, value } = await reader.read()
        if (done) return null
        text += value
        continue
      }
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      if (!/^event: /m.test(block)) continue
      const { position } = LiveData.parse(JSON.parse(fieldOf(block, 'data')))
      return { event: fieldOf(block, 'event'), id: fieldOf(block, 'id'), position }
    }
  }
  return {
    response,
    next,
    leave: async () => {
      cut.abort()
      await reader.cancel().catch(() => undefined)
    },
  }
}
