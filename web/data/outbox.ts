import { askToStay } from './device-storage.ts'
import { Change, type Waiting } from './outbox-model.ts'
import { serverTime } from './server-clock.ts'
import { memberDatabase } from './stored.ts'
import { useLive } from './use-live.ts'
import { using } from './using.ts'

const NOTHING: readonly Waiting[] = []
const ALL = 'all'

/** What waits, in the order it was made. What another version of the app has left is passed over. */
export const waiting = async (): Promise<Waiting[]> => {
  const stored = (await memberDatabase()?.outbox.orderBy('place').toArray()) ?? []
  return stored.flatMap((entry) => {
    const change = Change.safeParse(entry.change)
    return change.success ? [{ ...entry, place: entry.place ?? 0, change: change.data }] : []
  })
}

/** As `waiting`, again with every change of it. */
export const useOutbox = (): readonly Waiting[] => useLive(ALL, waiting) ?? NOTHING

/** Keeps a change until the server can be reached. Throws where nothing can be stored. */
export const enqueue = async (change: Change, title: string, seen: string | null): Promise<void> => {
  const createdAt = serverTime()
  await using(({ outbox }) => outbox.add({ change, title, seen, problem: null, sent: false, createdAt }))
  void askToStay()
}

/** As `waiting`, where nobody observes it; nothing where it can't be read. */
export const waitingNow = (): Promise<readonly Waiting[]> => using(waiting).catch(() => NOTHING)

/** How many changes wait to be sent: they go with the database when the member signs out. */
export const unsentChanges = async (): Promise<number> =>
  (await waitingNow()).filter(({ sent }) => !sent).length
