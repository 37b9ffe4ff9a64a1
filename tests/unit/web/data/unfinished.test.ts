// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseName, eraseMembers, memberEntry, rememberMember } from '../../../../web/data/at-rest.ts'
import { setFavourite } from '../../../../web/data/favourites.ts'
import { rememberIntent } from '../../../../web/data/intents.ts'
import { enqueue, waiting } from '../../../../web/data/outbox.ts'
import { closeMemberDatabase, memberDatabase, openMemberDatabase } from '../../../../web/data/stored.ts'
import { KEPT_FOR_MS, keepUnfinishedOnly } from '../../../../web/data/unfinished.ts'
import { writeDocument } from '../../../../web/data/cache.ts'

const AT = '2026-11-20T12:00:00.000Z'
let ada = ''

const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

/** Data from the server, which can be loaded again. */
const readSomething = async () => {
  await writeDocument('wallet', { value: { usd: '12.00' }, asOf: AT })
  await writeDocument('me', { value: { id: ada }, asOf: AT })
  await writeDocument('activity', { value: { rows: [{ id: 'a' }], nextCursor: null }, asOf: AT })
}

/** Data that exists only on this device. */
const leaveSomething = async () => {
  await rememberIntent({ key: 'k', kind: 'transfer', version: 2, draft: {}, createdAt: AT })
  await setFavourite({ name: 'Grace', handle: '@grace' }, true)
  await enqueue({ kind: 'remove_contacts', ids: ['c'] }, 'Delete Alan', null)
  sessionStorage.setItem(memberEntry(ada, 'send'), 'draft')
}

const everythingOf = async () => {
  const database = await openMemberDatabase(ada)
  const names = database.tables.map(({ name }) => name)
  const counts = await Promise.all(database.tables.map((table) => table.count()))
  return Object.fromEntries(names.map((name, place) => [name, counts[place]]))
}

beforeEach(async () => {
  ada = crypto.randomUUID()
  rememberMember(ada)
  await openMemberDatabase(ada)
  await readSomething()
})
afterEach(async () => {
  closeMemberDatabase()
  await eraseMembers(null)
})

const lapse = async (now = Date.now()) => {
  closeMemberDatabase()
  await keepUnfinishedOnly(now)
}

describe('a session that ended by itself', () => {
  it('leaves nothing of a member who had finished everything', async () => {
    await lapse()
    expect(await databases()).toEqual([])
  })

  it('keeps what was not finished, and nothing that could be read', async () => {
    await leaveSomething()
    await lapse()
    expect(await databases()).toEqual([databaseName(ada)])
    // Two documents: the starred payees, and the time since when the unfinished data is stored.
    expect(await everythingOf()).toEqual({ documents: 2, intents: 1, outbox: 1 })
    expect((await waiting()).map(({ title }) => title)).toEqual(['Delete Alan'])
    expect(await memberDatabase()?.documents.get('me')).toBeUndefined()
    expect(sessionStorage.getItem(memberEntry(ada, 'send'))).toBe('draft')
  })

  it('keeps nothing either of what an older version of the app, in a tab still open, has stored beside it', async () => {
    await leaveSomething()
    const older = new Dexie(databaseName(ada))
    older.version(1).stores({ documents: 'key', lists: 'key', rows: '[list+place]', intents: 'key, kind' })
    older.version(2).stores({ outbox: '++place' })
    await older.table('rows').add({ list: 'activity', place: 0, id: 'a', value: { usd: '12.00' } })
    older.close()
    await lapse()
    expect(await older.open().then(() => older.table('rows').count())).toBe(0)
    older.close()
    expect(await everythingOf()).toEqual({ documents: 2, intents: 1, outbox: 1 })
  })

  it('keeps it for a week, counted from the first time it was found over', async () => {
    await leaveSomething()
    const first = Date.now()
    await lapse(first)
    await lapse(first + KEPT_FOR_MS - 60_000)
    expect(await databases()).toHaveLength(1)
    await lapse(first + KEPT_FOR_MS + 60_000)
    expect(await databases()).toEqual([])
    expect(sessionStorage.getItem(memberEntry(ada, 'send'))).toBeNull()
  })

  it('keeps nothing for another member, nor through a sign-out', async () => {
    await leaveSomething()
    await lapse()
    await eraseMembers(crypto.randomUUID())
    expect(await databases()).toEqual([])
    expect(sessionStorage.getItem(memberEntry(ada, 'send'))).toBeNull()
  })
})
