import * as z from 'zod/mini'
import { lastMember, memberEntry, withStorage } from './at-rest.ts'
import { enqueue } from './outbox.ts'
import { Change } from './outbox-model.ts'

/**
 * Changes whose session ended while they were being sent: the database is closed by then. They stay in this tab's
 * session storage for the same member, like the drafts of the money dialogs, and are queued when that member is back.
 */
const NAME = 'unsent'
const Unsent = z.array(z.object({ change: Change, title: z.string(), seen: z.nullable(z.string()) }))

const unsentOf = (memberId: string): z.infer<typeof Unsent> =>
  withStorage(() => Unsent.parse(JSON.parse(sessionStorage.getItem(memberEntry(memberId, NAME)) ?? '[]')), [])

/** Stores a change in this tab; false if the member has signed out or nothing can be stored. */
export const storeUnsent = (
  memberId: string | null,
  unsent: { readonly change: Change; readonly title: string; readonly seen: string | null },
): boolean => {
  if (memberId === null || lastMember() !== memberId) return false
  try {
    sessionStorage.setItem(memberEntry(memberId, NAME), JSON.stringify([...unsentOf(memberId), unsent]))
    return true
  } catch {
    return false
  }
}

/** Queues the changes that the returning member has left behind. */
export const enqueueUnsent = async (): Promise<void> => {
  const memberId = lastMember()
  if (memberId === null) return
  for (const { change, title, seen } of unsentOf(memberId)) await enqueue(change, title, seen)
  sessionStorage.removeItem(memberEntry(memberId, NAME))
}
