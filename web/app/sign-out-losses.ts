import { lastMember, memberEntry, withStorage } from '../data/at-rest.ts'
import { unsentChanges } from '../data/outbox.ts'
import { isDialogOpen } from '../ui/open-dialogs.ts'

/** What a sign-out would remove although it exists nowhere else. */
export interface Losses {
  /** Number of changes of contacts and circles that are not sent yet. */
  readonly unsent: number
  /** Whether a form is open, or was left unfinished. */
  readonly begun: boolean
}

/** Whether the tab's storage has an entry of a member: what they began and did not finish. */
const hasDrafts = (memberId: string): boolean =>
  withStorage(
    () => Object.keys(sessionStorage).some((key) => key.startsWith(memberEntry(memberId, ''))),
    false,
  )

/** What would be lost now; null for nothing. */
export const lossesNow = async (): Promise<Losses | null> => {
  const member = lastMember()
  const begun = isDialogOpen() || (member !== null && hasDrafts(member))
  const unsent = await unsentChanges()
  return begun || unsent > 0 ? { unsent, begun } : null
}
