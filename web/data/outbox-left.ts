import * as z from 'zod/mini'
import { lastMember, memberEntry } from './at-rest.ts'
import { enqueue } from './outbox.ts'
import { Change } from './outbox-model.ts'

/**
 * Changes whose session ended while they were being sent: the database is closed by then. They stay in this tab's
 * session storage for the same member, like the drafts of the money dialogs, and are queued when that member is back.
 */
const NAME = 'unsent'
const Left = z.array(z.object({ change: Change, title: z.string(), seen: z.nullable(z.string()) }))

const leftOf = (memberId: string): z.infer<typeof Left> => {
  try {
    return Left.parse(JSON.parse(sessionStorage.getItem(memberEntry(memberId, NAME)) ?? '[]'))
  } catch {
    return []
  }
}

/** Stores a change in this tab; false if the member has signed out or nothing can be stored. */
export const leaveBehind = (
  memberId: string | null,
  left: { readonly change: Change; readonly title: string; readonly seen: string | null },
): boolean => {
  if (memberId === null || lastMember() !== memberId) return false
  try {
    sessionStorage.setItem(memberEntry(memberId, NAME), JSON.stringify([...leftOf(memberId), left]))
    return true
  } catch {
    return false
  }
}

/** Queues the changes that the returning member has left behind. */
export const takeUpLeft = async (): Promise<void> => {
  const memberId = lastMember()
  if (memberId === null) return
  for (const { change, title, seen } of leftOf(memberId)) await enqueue(change, title, seen)
  sessionStorage.removeItem(memberEntry(memberId, NAME))
}
