import { type Circle, type SavedContact, visibleStateOf } from '../../api/contract/contacts.ts'
import { contactOperations } from '../../api/contract/contact-operations.ts'
import { t } from '../texts/texts.ts'
import { withStorage } from './at-rest.ts'
import { call } from './client.ts'
import type { StoredChange } from './database.ts'
import { connectivity } from './connectivity.ts'
import { currentEpoch } from './epoch.ts'
import { ApiError, OfflineError, UnknownOutcomeError } from './errors.ts'
import { waiting, waitingNow } from './outbox.ts'
import { carryOut } from './outbox-calls.ts'
import { enqueueUnsent } from './unsent-changes.ts'
import { Change, type Waiting } from './outbox-model.ts'
import { conflictOf, dependsOn } from './outbox-order.ts'
import { loadDatabase, memberDatabase } from './stored.ts'
import { withDatabase } from './with-database.ts'
import { refreshWatched } from './watched.ts'

/** A contact or circle as it is on the server now. */
const onServer = async ({ change }: Waiting): Promise<SavedContact | Circle | undefined> => {
  const of = 'id' in change ? change.id : ''
  const [contacts, circles] = await Promise.all([
    call(contactOperations.listContacts, {}),
    call(contactOperations.listCircles, {}),
  ])
  return [...contacts.data.contacts, ...circles.data.circles].find(({ id }) => id === of)
}

/** Why the server refused a change, as a sentence for the member. */
const problemOf = async (entry: Waiting, error: unknown): Promise<string> => {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : t('It was refused.')
  if (error.status !== 412 && error.status !== 404) return error.message
  return conflictOf(entry, await onServer(entry)) ?? error.message
}

/** Whether to retry later, unchanged: the server could not be reached, has no session, is busy or has failed. */
const isForLater = (error: unknown): boolean =>
  error instanceof OfflineError ||
  error instanceof UnknownOutcomeError ||
  (error instanceof ApiError && (error.status === 401 || error.status === 429 || error.status >= 500))

/** Sends one change; false if it must be retried later. Rejects if the outcome can't be stored: it is sent again then. */
const settle = async (entry: Waiting): Promise<boolean> => {
  const database = memberDatabase()
  if (database === null) return false
  const { outbox } = database
  // In the queue it was read from: another member may have signed in meanwhile.
  const { undisturbed: write } = await loadDatabase()
  let written: SavedContact | Circle | null
  try {
    ;({ written } = await carryOut(entry.change, entry.seen))
  } catch (error) {
    if (isForLater(error)) return false
    // A repeated deletion may find nothing to delete.
    const isDone = error instanceof ApiError && error.status === 404 && entry.change.kind.startsWith('remove')
    const problem = isDone ? null : await problemOf(entry, error)
    await write<unknown>(() =>
      isDone ? outbox.delete(entry.place) : outbox.update(entry.place, { problem }),
    )
    return true
  }
  await write(() => outbox.update(entry.place, { sent: true }))
  if (written === null) return true
  const target = 'id' in entry.change ? entry.change.id : ''
  // Later changes of it were made on top of this one.
  const isLater = ({ change: stored, seen }: StoredChange) => {
    const { data } = Change.safeParse(stored)
    return seen !== null && data !== undefined && 'id' in data && data.id === target
  }
  const seen = visibleStateOf(written)
  await write(() => outbox.filter(isLater).modify({ seen }))
  return true
}

/** Removes the sent changes from the outbox, once the lists on the page contain them. */
const clearSent = async (): Promise<void> => {
  const sent = (await waitingNow()).filter((entry) => entry.sent)
  if (sent.length === 0) return
  await refreshWatched()
  await withDatabase(({ outbox }) => outbox.bulkDelete(sent.map(({ place }) => place)))
}

const sendAll = async (): Promise<void> => {
  const epoch = currentEpoch()
  await enqueueUnsent()
  if ((await withDatabase(waiting)).every(({ problem, sent }) => sent || problem !== null)) return
  for (let after = -1; ;) {
    const all = await withDatabase(waiting)
    const entry = all.find(({ place }) => place > after)
    if (entry === undefined || epoch !== currentEpoch() || connectivity() === 'offline') return
    after = entry.place
    // A change that depends on one held back is held back with it.
    const held = all.filter(({ place, problem }) => place < entry.place && problem !== null)
    const isHeld =
      entry.sent || entry.problem !== null || held.some(({ change }) => dependsOn(entry.change, change))
    if (!isHeld && !(await settle(entry))) return
  }
}

/** Where a site may store nothing it has no locks either. */
const hasLocks = (): boolean => 'locks' in navigator && withStorage(() => localStorage !== null, false)

/** One tab at a time: another tab would take the change just sent for somebody else's. */
const alone = (work: () => Promise<void>): Promise<void> =>
  hasLocks() ? navigator.locks.request('youtility.outbox', work) : work()

let sending = Promise.resolve()

/** Sends the queued changes in order, one at a time. Never rejects; what could not be sent stays queued. */
export const sendOutbox = (): Promise<void> =>
  (sending = sending
    .then(() => alone(sendAll))
    .catch((error: unknown) => {
      if (!isForLater(error)) console.error('Not sent', error)
    })
    .then(clearSent)
    .catch((error: unknown) => console.warn('Outbox not cleared', error)))

/** Sends a change that was held back, because the member insists: without another comparison. */
export const insist = async (place: number): Promise<void> => {
  await withDatabase(({ outbox }) => outbox.update(place, { seen: null, problem: null }))
  await sendOutbox()
}

/** Discards a change, and the later ones that need it if it creates something; returns how many. */
export const undo = async (place: number): Promise<number> => {
  const all = await waitingNow()
  const given = new Set<number>()
  const dropped: Change[] = []
  for (const { place: at, change } of all) {
    const isCreation = dropped.some(({ kind }) => kind === 'add_contact' || kind === 'add_circle')
    if (at !== place && !(at > place && isCreation && dropped.some((one) => dependsOn(change, one)))) continue
    given.add(at)
    dropped.push(change)
  }
  await withDatabase(({ outbox }) => outbox.bulkDelete([...given]))
  return given.size
}
