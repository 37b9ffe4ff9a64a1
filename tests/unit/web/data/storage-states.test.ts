// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { databaseName, eraseMembers, rememberMember, wasEmptied } from '../../../../web/data/at-rest.ts'
import { readDocument, writeDocument } from '../../../../web/data/cache.ts'
import { becomeStorage, deviceStorage } from '../../../../web/data/device-storage.ts'
import { beginEpoch } from '../../../../web/data/epoch.ts'
import { NoStorageError } from '../../../../web/data/errors.ts'
import { keysInUse } from '../../../../web/data/in-use.ts'
import { unsettledIntents } from '../../../../web/data/intents.ts'
import { enqueue, waitingNow } from '../../../../web/data/outbox.ts'
import { refreshDocument, syncOf } from '../../../../web/data/refresh.ts'
import { document } from '../../../../web/data/sources.ts'
import { closeMemberDatabase, memberDatabase, openMemberDatabase } from '../../../../web/data/stored.ts'
import { anHourLater } from './hour-later.ts'

let ada = ''
const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}T12:00:00.000Z`
const balance = document(
  'balance',
  z.string(),
  async () => ({ data: '12.00', asOf: day(20) }),
  (data) => data,
)
const store = (key: string, on: number) =>
  writeDocument(key, { value: { rows: [{ id: key }], nextCursor: null }, asOf: day(on) })
const keptLists = async () => (await memberDatabase()?.documents.toCollection().primaryKeys()) ?? []

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  anHourLater()
  ada = crypto.randomUUID()
  beginEpoch()
  keysInUse.clear()
  becomeStorage({ state: 'kept', emptied: false })
  rememberMember(ada)
  await openMemberDatabase(ada)
})
afterEach(async () => {
  vi.restoreAllMocks()
  closeMemberDatabase()
  await eraseMembers(null)
})

/** Limits the device to `room` lists; more fail as in a browser. */
const limitTo = (room: number) => {
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to the store below
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    const request = put.apply(this, given)
    if (this.name !== 'documents') return request
    // A browser reports a full disk only at the end of the transaction, so it must not commit before.
    Object.defineProperty(this.transaction, 'commit', { value: () => undefined })
    const counting = this.count()
    counting.addEventListener('success', () => {
      if (counting.result <= room) return
      Object.defineProperty(this.transaction, 'error', {
        value: new DOMException('No room', 'QuotaExceededError'),
      })
      this.transaction.abort()
    })
    return request
  })
}

describe('a device without room', () => {
  it('gives up what was saved longest ago, and says so', async () => {
    await store('activity', 3)
    await store('bills', 1)
    await store('pools', 2)
    limitTo(3)
    await store('requests', 4)
    expect(await keptLists()).toEqual(['activity', 'pools', 'requests'])
    expect(deviceStorage().state).toBe('full')
  })

  it('never gives up what is looked at, nor what exists nowhere else; the new list lives with the page', async () => {
    await store('activity', 1)
    keysInUse.add('activity')
    await enqueue({ kind: 'remove_contacts', ids: ['c'] }, 'Delete Alan', null)
    limitTo(1)
    await expect(store('requests', 4)).rejects.toThrow()
    expect(await keptLists()).toEqual(['activity'])
    expect(await waitingNow()).toHaveLength(1)
    expect(deviceStorage().state).toBe('full')
  })
})

describe('a connection that is lost', () => {
  it('is made anew once, and nobody notices', async () => {
    await store('bills', 1)
    memberDatabase()?.backendDB().close()
    const { connection } = deviceStorage()
    await store('pools', 2)
    memberDatabase()?.close({ disableAutoOpen: true })
    await store('activity', 3)
    expect(await keptLists()).toEqual(['activity', 'bills', 'pools'])
    expect(deviceStorage()).toMatchObject({ state: 'kept', connection: connection + 1 })
  })

  it('is given up when that does not help: what is loaded lives with the page', async () => {
    await store('bills', 1)
    memberDatabase()?.close({ disableAutoOpen: true })
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Internal error', 'UnknownError')
    })
    await refreshDocument(balance)
    expect(deviceStorage().state).toBe('memory')
    expect(syncOf('balance')).toMatchObject({ error: null, loaded: { value: '12.00', asOf: day(20) } })
    expect(await readDocument('bills')).toBeNull()

    // The next sign-in check opens the database again.
    opening.mockRestore()
    await openMemberDatabase(ada)
    await store('pools', 2)
    expect(await keptLists()).toEqual(['bills', 'pools'])
  })

  it('because another tab has signed out is not made anew', async () => {
    await store('bills', 1)
    await eraseMembers(null)
    await expect(store('pools', 2)).rejects.toThrow(NoStorageError)
    expect(await indexedDB.databases()).toEqual([])
  })
})

describe('a browser that keeps nothing', () => {
  it('leaves the app to work from memory, and a change that can’t wait says why', async () => {
    closeMemberDatabase()
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    await openMemberDatabase(crypto.randomUUID())
    await expect(writeDocument('me', { value: {}, asOf: day(1) })).rejects.toThrow(NoStorageError)
    await refreshDocument(balance)
    expect(syncOf('balance')).toMatchObject({ error: null, loaded: { value: '12.00' } })
    expect(deviceStorage().state).toBe('memory')
    await expect(enqueue({ kind: 'remove_contacts', ids: ['c'] }, 'Delete Alan', null)).rejects.toThrow(
      'Nothing can be saved on this device',
    )
  })
})

describe('a browser that has removed what was kept', () => {
  it('is known by the cookie that it leaves; nobody is told after a sign-out', async () => {
    expect(wasEmptied()).toBe(false)
    localStorage.clear()
    expect(wasEmptied()).toBe(true)
    await eraseMembers(null)
    expect(wasEmptied()).toBe(false)
  })
})

describe('two versions of the app', () => {
  it('work beside each other: the older one lets the newer upgrade, and goes on', async () => {
    await writeDocument('balance', { value: 'old', asOf: day(1) })
    const newer = new Dexie(databaseName(ada))
    newer.version(99).stores({ documents: 'key', extra: 'id' })
    await newer.open()
    await newer.table('extra').put({ id: 1 })
    await writeDocument('balance', { value: 'new', asOf: day(2) })
    expect(await readDocument('balance')).toMatchObject({ value: 'new' })
    expect(await newer.table('documents').get('balance')).toMatchObject({ value: 'new' })
    newer.close()
  })

  it('upgrade: lists of a former one go, and what was not finished stays', async () => {
    const grace = crypto.randomUUID()
    const former = new Dexie(databaseName(grace))
    former.version(2).stores({
      documents: 'key',
      lists: 'key',
      rows: '[list+place]',
      intents: 'key, kind',
      outbox: '++place',
    })
    await former.table('rows').add({ list: 'activity', place: 0, id: 'a', value: {} })
    await former.table('intents').add({ key: 'k', kind: 'transfer' })
    former.close()
    const database = await openMemberDatabase(grace)
    expect(await unsettledIntents('transfer')).toHaveLength(1)
    expect([...database.backendDB().objectStoreNames]).toEqual(['documents', 'intents', 'outbox'])
  })
})

describe('a database without its tables', () => {
  /** What a browser leaves behind that was killed in the middle of making a database. */
  const withoutTables = async () => {
    closeMemberDatabase()
    await Dexie.delete(databaseName(ada))
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(databaseName(ada), 30)
      request.addEventListener('success', () => {
        request.result.close()
        resolve()
      })
      request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
    })
    await openMemberDatabase(ada)
  }

  it('gets them, keeps what is stored from then on, and is opened like any other later', async () => {
    await withoutTables()
    await store('activity', 3)
    expect(await keptLists()).toEqual(['activity'])
    expect(deviceStorage().state).toBe('kept')
    await memberDatabase()?.intents.put({
      key: 'one',
      kind: 'send',
      version: 1,
      draft: {},
      createdAt: day(3),
    })
    await memberDatabase()?.outbox.add({
      change: {},
      title: 'Add Grace',
      seen: null,
      problem: null,
      sent: false,
      createdAt: day(3),
    })
    closeMemberDatabase()
    await openMemberDatabase(ada)
    expect(await keptLists()).toEqual(['activity'])
    expect(await memberDatabase()?.intents.where({ kind: 'send' }).count()).toBe(1)
    expect(await memberDatabase()?.outbox.toCollection().primaryKeys()).toEqual([1])
  })
})
