// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readDocument } from '../../../../web/data/cache.ts'
import { recordChange } from '../../../../web/data/changes.ts'
import { beginEpoch } from '../../../../web/data/epoch.ts'
import { ApiError } from '../../../../web/data/errors.ts'
import { loadMore, recordWrite, refreshDocument, refreshList, syncOf } from '../../../../web/data/refresh.ts'
import { type DocumentSource, listIn, type ListSource } from '../../../../web/data/sources.ts'
import { closeMemberDatabase, memberDatabase, openMemberDatabase } from '../../../../web/data/stored.ts'

const AS_OF = '2026-11-20T12:00:00.000Z'

const Row = z.object({ id: z.string(), status: z.string() })
type Row = z.infer<typeof Row>

const row = (id: string, status = 'completed'): Row => ({ id, status })
const readList = async (key: string) => {
  const stored = await readDocument(key)
  return stored && { ...listIn(listOf(new Map()), stored.value), asOf: stored.asOf }
}
const ids = async (key: string) => ((await readList(key))?.rows ?? []).map(({ id }) => id).join(' ')

/** A list served from pages by cursor; `pages` may change between calls. */
const listOf = (pages: Map<string | null, { rows: Row[]; next: string | null }>): ListSource<Row> => ({
  key: 'rows',
  schema: Row,
  idOf: ({ id }) => id,
  isSettled: ({ status }) => status !== 'processing',
  loadPage: async (cursor) => {
    const page = pages.get(cursor)
    if (page === undefined) throw new Error(`no page at ${cursor}`)
    return { rows: page.rows, nextCursor: page.next, asOf: AS_OF }
  },
})

const documentOf = (load: DocumentSource<string>['load']): DocumentSource<string> => ({
  key: 'document',
  schema: z.string(),
  load,
})

beforeEach(async () => {
  beginEpoch()
  await openMemberDatabase(crypto.randomUUID())
})
afterEach(async () => {
  const database = memberDatabase()
  closeMemberDatabase()
  await database?.delete()
})

describe('refreshing a document', () => {
  it('stores it with the server’s time', async () => {
    await refreshDocument(documentOf(async () => ({ value: 'new', asOf: AS_OF })))
    expect(await readDocument('document')).toMatchObject({ value: 'new', asOf: AS_OF })
    expect(syncOf('document')).toMatchObject({ running: false, error: null })
  })

  it('keeps what was there when the server can’t be asked, and says why', async () => {
    await refreshDocument(documentOf(async () => ({ value: 'old', asOf: AS_OF })))
    const failure = new Error('no network')
    await refreshDocument(documentOf(() => Promise.reject(failure)))
    expect(await readDocument('document')).toMatchObject({ value: 'old' })
    expect(syncOf('document').error).toBe(failure)
  })

  it('asks once for all who ask at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<{ value: string; asOf: string }>()
    let asked = 0
    const source = documentOf(() => {
      asked += 1
      return promise
    })
    const all = Promise.all([refreshDocument(source), refreshDocument(source), refreshDocument(source)])
    resolve({ value: 'one', asOf: AS_OF })
    await all
    expect(asked).toBe(1)
  })

  it('asks again, for the newer position, when the member wrote meanwhile', async () => {
    const positions: (string | undefined)[] = []
    const asked = Promise.withResolvers<void>()
    const { promise, resolve } = Promise.withResolvers<void>()
    const source = documentOf(async ({ minPosition }) => {
      positions.push(minPosition)
      asked.resolve()
      await promise
      return { value: String(minPosition), asOf: AS_OF }
    })
    const first = refreshDocument(source)
    await asked.promise
    recordWrite('41')
    recordWrite('7')
    const second = refreshDocument(source)
    resolve()
    await Promise.all([first, second])
    expect(positions).toEqual([undefined, '41'])
    expect(await readDocument('document')).toMatchObject({ value: '41' })
  })

  it('asks again when something without a ledger position was changed meanwhile', async () => {
    let asked = 0
    const begun = Promise.withResolvers<void>()
    const { promise, resolve } = Promise.withResolvers<void>()
    const source = documentOf(async () => {
      asked += 1
      const answer = `answer ${asked}`
      begun.resolve()
      await promise
      return { value: answer, asOf: AS_OF }
    })
    const first = refreshDocument(source)
    await begun.promise
    recordChange()
    const second = refreshDocument(source)
    const third = refreshDocument(source)
    resolve()
    await Promise.all([first, second, third])
    expect(asked).toBe(2)
    expect(await readDocument('document')).toMatchObject({ value: 'answer 2' })
  })

  it('waits as long as a read model that lags behind asks for', async () => {
    let attempts = 0
    const source = documentOf(async () => {
      attempts += 1
      if (attempts === 1) throw new ApiError(503, 'not_ready', 'Not yet.', {}, 0)
      return { value: 'caught up', asOf: AS_OF }
    })
    await refreshDocument(source)
    expect(await readDocument('document')).toMatchObject({ value: 'caught up' })
  })

  it('neither stores nor reports what arrives after the session has ended', async () => {
    const { promise, resolve } = Promise.withResolvers<{ value: string; asOf: string }>()
    const asked = Promise.withResolvers<void>()
    const source = documentOf(() => {
      asked.resolve()
      return promise
    })
    const refreshed = refreshDocument(source)
    await asked.promise
    beginEpoch()
    resolve({ value: 'of somebody who left', asOf: AS_OF })
    await refreshed
    expect(await readDocument('document')).toBeNull()
    expect(syncOf('document').refreshedAt).toBeNull()
  })

  it('lives from memory when nothing can be stored', async () => {
    const database = memberDatabase()
    database?.close({ disableAutoOpen: true })
    await refreshDocument(documentOf(async () => ({ value: 'unstored', asOf: AS_OF })))
    expect(syncOf('document').loaded).toMatchObject({ value: 'unstored' })
  })
})

describe('refreshing a list', () => {
  it('replaces rows and stamp together', async () => {
    await refreshList(listOf(new Map([[null, { rows: [row('b'), row('a')], next: null }]])))
    await refreshList(listOf(new Map([[null, { rows: [row('c')], next: null }]])))
    expect(await ids('rows')).toBe('c')
    expect(await readList('rows')).toMatchObject({ asOf: AS_OF, nextCursor: null })
  })

  it('tells an empty list from one never loaded', async () => {
    expect(await readList('rows')).toBeNull()
    await refreshList(listOf(new Map([[null, { rows: [], next: null }]])))
    expect(await readList('rows')).toMatchObject({ rows: [] })
  })

  it('adds the next page below and knows when there is none', async () => {
    const source = listOf(
      new Map([
        [null, { rows: [row('d'), row('c')], next: 'after c' }],
        ['after c', { rows: [row('b'), row('a')], next: null }],
      ]),
    )
    await refreshList(source)
    await loadMore(source)
    expect(await ids('rows')).toBe('d c b a')
    await loadMore(source)
    expect(await ids('rows')).toBe('d c b a')
  })

  const loaded = (below: Row) =>
    new Map([
      [null, { rows: [row('d'), row('c')], next: 'after c' }],
      ['after c', { rows: [below, row('a')], next: 'after a' }],
    ])

  it('keeps the pages below a new first page that reaches down to them', async () => {
    const source = listOf(loaded(row('b')))
    await refreshList(source)
    await loadMore(source)
    await refreshList(listOf(new Map([[null, { rows: [row('e'), row('d')], next: 'after d' }]])))
    expect(await ids('rows')).toBe('e d c b a')
    expect(await readList('rows')).toMatchObject({ nextCursor: 'after a' })
  })

  it('begins anew when there would be a gap', async () => {
    await refreshList(listOf(new Map([[null, { rows: [row('b'), row('a')], next: null }]])))
    await refreshList(listOf(new Map([[null, { rows: [row('z'), row('y')], next: 'after y' }]])))
    expect(await ids('rows')).toBe('z y')
  })

  it('begins anew when a row below may have changed', async () => {
    const source = listOf(loaded(row('b', 'processing')))
    await refreshList(source)
    await loadMore(source)
    await refreshList(listOf(new Map([[null, { rows: [row('e'), row('d')], next: 'after d' }]])))
    expect(await ids('rows')).toBe('e d')
  })
})
