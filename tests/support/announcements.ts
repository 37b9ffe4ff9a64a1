import { Client } from 'pg'
import type { Announcements, Hearer } from '../../projections/announcements.ts'

/** Announcements that are never received: callers query the database instead of trusting what they remember. */
export const UNHEARD: Announcements = { hear: () => {}, isCurrent: () => false, close: async () => {} }

/** Announcements triggered by the test. */
export const madeAnnouncements = () => {
  const hearers: Hearer[] = []
  let current = true
  return {
    hear: (hearer: Hearer) => void hearers.push(hearer),
    isCurrent: () => current,
    say: (channel: string, text: string) => {
      for (const hearer of hearers) if (hearer.channel === channel) hearer.heard(text)
    },
    connect: () => {
      // The hearers under test do not query with the connection.
      for (const { connected } of hearers) void connected?.(new Client())
    },
    lose: () => {
      for (const { lost } of hearers) lost?.()
    },
    beCurrent: (is: boolean) => {
      current = is
    },
  }
}
