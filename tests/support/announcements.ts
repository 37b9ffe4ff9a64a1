import { Client } from 'pg'
import type { Announcements, Hearer } from '../../projections/announcements.ts'

/** Announcements that nobody hears: whoever would remember asks the database instead. */
export const UNHEARD: Announcements = { hear: () => {}, isCurrent: () => false, close: async () => {} }

/** Announcements that a test makes. */
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
      // Nobody here reads with the connection.
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
