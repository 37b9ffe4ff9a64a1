// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseName, eraseMembers, rememberMember } from '../../../../web/data/at-rest.ts'
import { readDocument, writeDocument } from '../../../../web/data/cache.ts'
import { becomeStorage, deviceStorage } from '../../../../web/data/device-storage.ts'
import { beginEpoch } from '../../../../web/data/epoch.ts'
import { rememberIntent, unsettledIntents } from '../../../../web/data/intents.ts'
import { enqueue, waiting } from '../../../../web/data/outbox.ts'
import { closeMemberDatabase, memberDatabase, openMemberDatabase } from '../../../../web/data/stored.ts'
import { keepUnfinishedOnly } from '../../../../web/data/unfinished.ts'
import { withDatabase } from '../../../../web/data/with-database.ts'
import { anHourLater } from './hour-later.ts'

const AT = '2026-11-20T12:00:00.000Z'
const intent = { key: 'k', kind: 'transfer', version: 1, draft: {}, createdAt: AT }
const change = { kind: 'remove_contacts' as const, ids: ['c'] }
const add = () => enqueue(change, 'Delete Alan', null)

let ada = ''
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  anHourLater()
  ada = crypto.randomUUID()
  beginEpoch()
  becomeStorage({ state: 'kept' })
  rememberMember(ada)
  await openMemberDatabase(ada)
})
afterEach(async () => {
  vi.restoreAllMocks()
  come('pageshow')
  closeMemberDatabase()
  await eraseMembers(null)
})

const leave = (how: 'pagehide' | 'freeze') =>
  how === 'freeze'
    ? document.dispatchEvent(new Event('freeze'))
    : window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
const come = (how: 'pageshow' | 'resume') =>
  (how === 'resume' ? document : window).dispatchEvent(new Event(how))
const look = (state: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** A read-write transaction of the app that does not end by itself, and how often it was begun and aborted. */
const endless = () => {
  const seen = { begun: 0, aborted: 0, go: true }
  const done = withDatabase((database) =>
    database.transaction('rw', database.outbox, async (transaction) => {
      seen.begun += 1
      transaction.on('abort', () => {
        seen.aborted += 1
      })
      await database.outbox.add({ change, title: 'x', seen: null, problem: null, sent: false, createdAt: AT })
      while (seen.go) await database.outbox.count()
    }),
  )
  return { seen, done }
}

/** Lets time pass, in steps in which the database can answer. */
const pass = async (ms: number) => {
  for (let left = ms; left > 0; left -= 100) {
    await vi.advanceTimersByTimeAsync(100)
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A transaction of another page, suspended before its end: it blocks the table until it is released. */
const suspendedElsewhere = async () => {
  const opening = indexedDB.open(databaseName(ada))
  const connection = await new Promise<IDBDatabase>((resolve) => {
    opening.addEventListener('success', () => resolve(opening.result))
  })
  const transaction = connection.transaction(['documents', 'outbox', 'intents'], 'readwrite')
  let isHeld = true
  const hold = () => {
    const request = transaction.objectStore('documents').count()
    request.addEventListener('success', () => (isHeld ? hold() : connection.close()))
  }
  hold()
  return () => {
    isHeld = false
  }
}

describe.each([
  ['pagehide', 'pageshow'],
  ['freeze', 'resume'],
] as const)('a page that is left (%s)', (gone, back) => {
  it('keeps no transaction open; what was being written is written when it is back, once', async () => {
    const { seen, done } = endless()
    await expect.poll(() => seen.begun).toBe(1)
    await withDatabase(({ documents }) => documents.count())
    seen.go = false
    leave(gone)
    await expect.poll(() => seen.aborted).toBe(1)
    expect(seen.begun).toBe(1)
    come(back)
    await done
    expect(seen).toMatchObject({ begun: 2, aborted: 1 })
    expect(await waiting()).toHaveLength(1)
  })

  it('begins none until it is back, not even for an intent', async () => {
    const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await writeDocument('wallet', { value: 'old', asOf: AT })
    leave(gone)
    begin.mockClear()
    const written = Promise.all([
      add(),
      rememberIntent(intent),
      writeDocument('wallet', { value: 1, asOf: AT }),
    ])
    await expect(readDocument('wallet')).rejects.toMatchObject({ name: 'AwayError' })
    const { connection } = deviceStorage()
    // Dexie looks at a new connection once, which is aborted at once.
    expect(begin).not.toHaveBeenCalledWith(expect.anything(), 'readwrite', expect.anything())
    come(back)
    await written
    expect(await waiting()).toHaveLength(1)
    expect(await unsettledIntents('transfer')).toEqual([intent])
    expect(await readDocument('wallet')).toMatchObject({ value: 1 })
    // Whatever is shown from the database is read again.
    expect(deviceStorage()).toMatchObject({ state: 'kept', connection: connection + 1 })
  })

  it('opens no connection until it is back: nobody could delete the database at a sign-out', async () => {
    await writeDocument('wallet', { value: 'old', asOf: AT })
    const open = vi.spyOn(indexedDB, 'open')
    leave(gone)
    const counted = withDatabase(({ documents }) => documents.count())
    await expect(readDocument('wallet')).rejects.toMatchObject({ name: 'AwayError' })
    expect(open).not.toHaveBeenCalled()
    come(back)
    expect(await counted).toBe(1)
  })
})

describe('a page that nobody sees', () => {
  it('stores an intent and a change, and nothing that can wait', async () => {
    await withDatabase(({ documents }) => documents.count())
    look('hidden')
    const written = writeDocument('wallet', { value: 1, asOf: AT })
    await Promise.all([add(), rememberIntent(intent)])
    await expect(readDocument('wallet')).rejects.toMatchObject({ name: 'AwayError' })
    look('visible')
    await written
    expect(await readDocument('wallet')).toMatchObject({ value: 1 })
  })

  it('keeps what was not finished when the session ends meanwhile', async () => {
    await rememberIntent(intent)
    await writeDocument('wallet', { value: 1, asOf: AT })
    closeMemberDatabase()
    look('hidden')
    await keepUnfinishedOnly(Date.parse(AT))
    look('visible')
    await openMemberDatabase(ada)
    expect(await readDocument('wallet')).toBeNull()
    expect(await unsettledIntents('transfer')).toEqual([intent])
  })
})

describe('a database that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('is opened again after two seconds, and nobody notices', async () => {
    const { seen, done } = endless()
    const failed = done.catch((error: unknown) => error)
    await vi.waitFor(() => expect(seen.begun).toBe(1))
    await pass(2_000)
    expect(seen).toMatchObject({ begun: 1, aborted: 0 })
    await pass(100)
    seen.go = false
    await pass(300)
    expect(await failed).toBeUndefined()
    expect(seen.begun).toBe(2)
    expect(deviceStorage().state).toBe('kept')
    vi.useRealTimers()
    expect(await waiting()).toHaveLength(1)
  })

  it('that still hangs leaves the app to go on from memory, which is said until it answers', async () => {
    await withDatabase(({ documents }) => documents.count())
    const release = await suspendedElsewhere()
    const failed = add().catch((error: unknown) => error)
    await pass(5_000)
    expect(await failed).toMatchObject({ name: 'NoStorageError' })
    expect(deviceStorage().state).toBe('memory')
    expect(memberDatabase()).toBeNull()
    await pass(35_000)
    expect(deviceStorage().state).toBe('memory')
    release()
    await pass(35_000)
    vi.useRealTimers()
    await expect.poll(() => deviceStorage().state).toBe('kept')
    await add()
    expect(await waiting()).toHaveLength(1)
  })
})
