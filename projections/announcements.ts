import { setTimeout as sleep } from 'node:timers/promises'
import { escapeIdentifier, type Client } from 'pg'
import { createBackoff } from '../events/backoff.ts'
import type { Log } from './log.ts'
import { READ_SCHEMA } from './migrate.ts'
import { openSession } from './session.ts'

const RECONNECT_MS_MIN = 100
const RECONNECT_MS_MAX = 5_000
/** Whoever rests on hearing everything does so for this long after the connection last answered. */
const TRUST_MS = 1_000
/** While somebody does, the connection is asked for a sign of life this often. */
const PROOF_MS = 250
/** A connection that leaves a question unanswered for this long is given up. */
const SILENCE_MS_MAX = 5_000

/** Who hears a channel. */
export interface Hearer {
  readonly channel: string
  /** Something was announced; the text is empty where none was given. */
  readonly heard: (text: string) => void
  /** From now on everything on the channel is heard; what was announced before may have been missed. */
  readonly connected?: (client: Client) => Promise<void> | void
  /** The connection is gone. */
  readonly lost?: () => void
}

/** What the database announces (NOTIFY), heard on one connection for all of a process. */
export interface Announcements {
  readonly hear: (hearer: Hearer) => void
  /**
   * Whether everything that was announced more than a second ago has certainly been heard. Asks for the sign of life
   * that this rests on, so nothing is asked while nobody wants to know.
   */
  readonly isCurrent: () => boolean
  readonly close: () => Promise<void>
}

/**
 * Listens on one connection and makes it anew when it was lost. A connection can be dead without anybody having said
 * so; therefore whoever must not miss anything asks {@link Announcements.isCurrent} first.
 */
export const createAnnouncements = ({
  url,
  log,
  schema = READ_SCHEMA,
  now = () => performance.now(),
}: {
  readonly url: string
  readonly log: Pick<Log, 'warn'>
  /** Where hearers find unqualified names when they read with the connection. */
  readonly schema?: string
  /** A clock that only goes forward, ms. */
  readonly now?: () => number
}): Announcements => {
  const hearers: Hearer[] = []
  const closing = new AbortController()
  let client: Client | null = null
  let answeredAt = -Infinity
  let isProbing = false

  const prove = async (): Promise<void> => {
    const probed = client
    if (!probed || isProbing) return
    isProbing = true
    const silent = setTimeout(() => void probed.end().catch(() => undefined), SILENCE_MS_MAX)
    try {
      const sentAt = now()
      await probed.query({ name: 'sign-of-life', text: 'select' })
      // What was announced before the question arrives before its answer.
      if (client === probed) answeredAt = sentAt
    } catch {
      // It ends, which is seen to elsewhere.
    } finally {
      clearTimeout(silent)
      isProbing = false
    }
  }

  const attach = async (connection: Client, { channel, connected }: Hearer): Promise<void> => {
    await connection.query(`listen ${escapeIdentifier(channel)}`)
    await connected?.(connection)
  }

  const listen = async (): Promise<void> => {
    const connection = await openSession({ url, schema, purpose: 'announcements' })
    const ended = new Promise<void>((resolve) => connection.once('end', () => resolve()))
    const stop = (): void => void connection.end().catch(() => undefined)
    closing.signal.addEventListener('abort', stop, { once: true })
    try {
      if (closing.signal.aborted) return
      connection.on('notification', ({ channel, payload = '' }) => {
        for (const hearer of hearers) if (hearer.channel === channel) hearer.heard(payload)
      })
      // Also those that come while this goes on.
      for (const hearer of hearers) await attach(connection, hearer)
      client = connection
      await ended
    } finally {
      client = null
      answeredAt = -Infinity
      for (const hearer of hearers) hearer.lost?.()
      closing.signal.removeEventListener('abort', stop)
      stop()
    }
  }

  const stayConnected = async (): Promise<void> => {
    const backoff = createBackoff({ minMs: RECONNECT_MS_MIN, maxMs: RECONNECT_MS_MAX })
    while (!closing.signal.aborted) {
      try {
        await listen()
        backoff.reset()
      } catch (error) {
        if (!closing.signal.aborted)
          log.warn({ err: error }, 'Cannot hear what the database announces; trying again')
      }
      await sleep(backoff.nextMs(), undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const connected = stayConnected()

  return {
    hear: (hearer) => {
      hearers.push(hearer)
      const connection = client
      if (!connection) return
      // A connection that cannot take it ends, and the next one takes all.
      void attach(connection, hearer).catch(() => connection.end().catch(() => undefined))
    },
    isCurrent: () => {
      if (!client) return false
      const agoMs = now() - answeredAt
      if (agoMs > PROOF_MS) void prove()
      return agoMs <= TRUST_MS
    },
    close: async () => {
      closing.abort()
      await connected
    },
  }
}
