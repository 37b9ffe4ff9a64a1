import { setTimeout as sleep } from 'node:timers/promises'
import { escapeIdentifier, type Client } from 'pg'
import { createBackoff } from '../events/backoff.ts'
import type { Log } from './log.ts'
import { READ_SCHEMA } from './schema.ts'
import { endSession, openSession } from './session.ts'

const RECONNECT_MS_MIN = 100
const RECONNECT_MS_MAX = 5_000
/** Notifications count as complete for this long after the connection last answered a probe. */
const TRUST_MS = 1_000
/** The connection is probed this often while `isCurrent` is called. */
const PROOF_MS = 250
/** A connection that does not answer a probe for this long is closed. */
const SILENCE_MS_MAX = 5_000

/** A listener on a channel. */
export interface Listener {
  readonly channel: string
  /** Called with the payload of every notification; empty when it has none. */
  readonly notified: (text: string) => void
  /** Called when LISTEN is active; earlier notifications may have been missed. */
  readonly connected?: (client: Client) => Promise<void> | void
  /** Called when the connection was lost. */
  readonly lost?: () => void
}

/** The database's notifications (NOTIFY), received on one connection for the whole process. */
export interface Announcements {
  readonly listen: (listener: Listener) => void
  /**
   * Whether every notification older than a second has certainly been received. The call itself starts the probes that
   * this rests on, so nothing is probed while nobody asks.
   */
  readonly isCurrent: () => boolean
  readonly close: () => Promise<void>
}

/**
 * Listens on one connection and reconnects when it was lost. A connection can be dead without an error, so whoever
 * must not miss a notification checks {@link Announcements.isCurrent} first.
 */
export const createAnnouncements = ({
  url,
  log,
  schema = READ_SCHEMA,
  now = () => performance.now(),
}: {
  readonly url: string
  readonly log: Pick<Log, 'warn'>
  /** The schema of unqualified names in queries that listeners make on the connection. */
  readonly schema?: string
  /** A monotonic clock, ms. */
  readonly now?: () => number
}): Announcements => {
  const listeners: Listener[] = []
  const closing = new AbortController()
  let client: Client | null = null
  let answeredAt = -Infinity
  let isProbing = false

  const prove = async (): Promise<void> => {
    const probed = client
    if (!probed || isProbing) return
    isProbing = true
    const silent = setTimeout(() => void endSession(probed), SILENCE_MS_MAX)
    try {
      const sentAt = now()
      await probed.query({ name: 'sign-of-life', text: 'select' })
      // Notifications sent before the probe arrive before its answer.
      if (client === probed) answeredAt = sentAt
    } catch {
      // The connection ends, which `receive` handles.
    } finally {
      clearTimeout(silent)
      isProbing = false
    }
  }

  const attach = async (connection: Client, { channel, connected }: Listener): Promise<void> => {
    await connection.query(`listen ${escapeIdentifier(channel)}`)
    await connected?.(connection)
  }

  const receive = async (): Promise<void> => {
    const connection = await openSession({ url, schema, purpose: 'announcements' })
    const ended = new Promise<void>((resolve) => connection.once('end', () => resolve()))
    const stop = (): void => void endSession(connection)
    closing.signal.addEventListener('abort', stop, { once: true })
    try {
      if (closing.signal.aborted) return
      connection.on('notification', ({ channel, payload = '' }) => {
        for (const listener of listeners) if (listener.channel === channel) listener.notified(payload)
      })
      // The loop includes listeners that are added meanwhile.
      for (const listener of listeners) await attach(connection, listener)
      client = connection
      await ended
    } finally {
      client = null
      answeredAt = -Infinity
      for (const listener of listeners) listener.lost?.()
      closing.signal.removeEventListener('abort', stop)
      stop()
    }
  }

  const stayConnected = async (): Promise<void> => {
    const backoff = createBackoff({ minMs: RECONNECT_MS_MIN, maxMs: RECONNECT_MS_MAX })
    while (!closing.signal.aborted) {
      try {
        await receive()
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
    listen: (listener) => {
      listeners.push(listener)
      const connection = client
      if (!connection) return
      // If this fails the connection is closed, and the next one attaches all listeners.
      void attach(connection, listener).catch(() => endSession(connection))
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
