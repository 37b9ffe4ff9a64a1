import { Client } from 'pg'
import type { Announcements, Listener } from '../../projections/announcements.ts'

/** Announcements that are never received: callers query the database instead of trusting what they remember. */
export const NO_ANNOUNCEMENTS: Announcements = {
  listen: () => {},
  isCurrent: () => false,
  close: async () => {},
}

/** Announcements triggered by the test. */
export const madeAnnouncements = () => {
  const listeners: Listener[] = []
  let current = true
  return {
    listen: (listener: Listener) => void listeners.push(listener),
    isCurrent: () => current,
    say: (channel: string, text: string) => {
      for (const listener of listeners) if (listener.channel === channel) listener.notified(text)
    },
    connect: () => {
      // The listeners under test do not query with the connection.
      for (const { connected } of listeners) void connected?.(new Client())
    },
    lose: () => {
      for (const { lost } of listeners) lost?.()
    },
    beCurrent: (is: boolean) => {
      current = is
    },
  }
}
