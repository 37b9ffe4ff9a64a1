import { askToStay } from './device-storage.ts'
import { Change, type Waiting } from './outbox-model.ts'
import { serverTime } from './server-clock.ts'
import { memberDatabase } from './stored.ts'
import { useStored } from './use-stored.ts'
import { withDatabase } from './with-database.ts'

const NOTHING: readonly Waiting[] = []
const ALL = 'all'

/** The queued changes in the order they were made. Those of another app version that can't be parsed are skipped. */
export const waiting = async (): Promise<Waiting[]> => {
  const stored = (await memberDatabase()?.outbox.orderBy('place').toArray()) ?? []
  return stored.flatMap((entry) => {
    const change = Change.safeParse(entry.change)
    return change.success ? [{ ...entry, place: entry.place ?? 0, change: change.data }] : []
  })
}

/** Like `waiting`, as a hook that follows every change. */
export const useOutbox = (): readonly Waiting[] => useStored(ALL, waiting) ?? NOTHING

/** Queues a change until the server can be reached. Rejects where nothing can be stored. */
export const enqueue = async (change: Change, title: string, seen: string | null): Promise<void> => {
  const createdAt = serverTime()
  await withDatabase(({ outbox }) =>
    outbox.add({ change, title, seen, problem: null, sent: false, createdAt }),
  )
  void askToStay()
}

/** Like `waiting`, outside of an observed query; empty if the database can't be read. */
export const waitingNow = (): Promise<readonly Waiting[]> => withDatabase(waiting).catch(() => NOTHING)

/** Number of changes not sent yet: they are deleted with the database when the member signs out. */
export const unsentChanges = async (): Promise<number> =>
  (await waitingNow()).filter(({ sent }) => !sent).length
