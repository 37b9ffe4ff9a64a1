import { LiveData, liveOperations } from '../../api/contract/live.ts'
import { sessionOperations } from '../../api/contract/session.ts'
import { recordChange } from './changes.ts'
import { call } from './client.ts'
import { connectivity, onConnectivity, probe } from './connectivity.ts'
import { becomeLive } from './live-state.ts'
import { recordWrite } from './refresh.ts'
import { refreshWatched } from './watched.ts'

/** Shortest time between two refreshes, ms, however much news arrives; the first one is never delayed. */
const ROUND_MS = 400
/** Pauses before another attempt to open a stream, ms. Meanwhile the page polls. */
const RETRY_MS_MIN = 2_000
const RETRY_MS_MAX = 60_000
/** The server, which says every ten seconds that it is there, has said nothing for so long: it may not be, ms. */
const SILENT_MS = 15_000
/** Pause after another page of the member has taken over the stream, ms. */
const REPLACED_MS = 60_000

const dataOf = (event: Event): { readonly id: string; readonly position: string | null } | null => {
  if (!(event instanceof MessageEvent)) return null
  try {
    return { id: event.lastEventId, position: LiveData.parse(JSON.parse(String(event.data))).position }
  } catch {
    return null // another release's: the pages ask by themselves from time to time
  }
}

/**
 * Receives the member's news from the server while the page is visible and online, and refreshes what is shown. A
 * broken stream resumes after the last event received. Returns the function that ends it.
 */
export const keepLive = (): (() => void) => {
  let source: EventSource | null = null
  /** Ledger position up to which all news was received. */
  let after: string | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let round: ReturnType<typeof setTimeout> | undefined
  let waiting = false
  let silence: ReturnType<typeof setTimeout> | undefined

  const refresh = (): void => {
    if (round !== undefined) {
      waiting = true
      return
    }
    void refreshWatched()
    round = setTimeout(() => {
      round = undefined
      if (!waiting) return
      waiting = false
      refresh()
    }, ROUND_MS)
  }

  const leave = (): void => {
    clearTimeout(timer)
    timer = undefined
    source?.close()
    source = null
    clearTimeout(silence)
    becomeLive(false)
  }

  const tryAgain = (pauseMs: number): void => {
    leave()
    timer = setTimeout(open, pauseMs)
  }

  /** The stream has closed for good: the session is over, or the server has no room for it. */
  const onClosed = async (): Promise<void> => {
    failures += 1
    const pauseMs = Math.min(RETRY_MS_MIN * 2 ** failures, RETRY_MS_MAX)
    tryAgain(pauseMs * (0.5 + Math.random() / 2))
    // A call finds out whether the session is over: a rejection ends it in the app too.
    await call(sessionOperations.getCurrentUser, {}).catch(() => undefined)
  }

  /** Nothing is live any more; if the server can't be reached either, the pages say so at once. */
  const doubt = (): void => {
    becomeLive(false)
    void probe()
  }

  const onBeat = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => {
      tryAgain(0)
      doubt()
    }, SILENT_MS)
  }

  const hear = (event: Event): void => {
    const data = dataOf(event)
    if (data === null) return
    if (data.id !== '') after = data.id
    failures = 0
    becomeLive(true)
    if (event.type !== 'news') return
    if (data.position === null) recordChange()
    else if (!recordWrite(data.position)) return
    refresh()
  }

  function open(): void {
    timer = undefined
    if (source !== null || document.visibilityState !== 'visible' || connectivity() !== 'online') return
    const { path } = liveOperations.getStream
    source = new EventSource(after === null ? path : `${path}?after=${after}`)
    source.addEventListener('ready', hear)
    source.addEventListener('news', hear)
    source.addEventListener('beat', onBeat)
    source.addEventListener('replaced', () => tryAgain(REPLACED_MS))
    source.addEventListener('ended', () => void onClosed())
    source.addEventListener('error', () => {
      doubt()
      // The browser won't reconnect by itself.
      if (source?.readyState === EventSource.CLOSED) void onClosed()
    })
  }

  const look = (): void => {
    if (document.visibilityState === 'visible' && connectivity() === 'online') {
      if (timer === undefined) open()
    } else leave()
  }
  document.addEventListener('visibilitychange', look)
  const off = onConnectivity(look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    off()
    clearTimeout(round)
    leave()
  }
}
