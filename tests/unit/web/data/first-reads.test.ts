// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eraseMembers, memberEntry, rememberMember } from '../../../../web/data/at-rest.ts'
import { writeDocument } from '../../../../web/data/cache.ts'
import { closeMemberDatabase, memberDatabase, openMemberDatabase } from '../../../../web/data/stored.ts'

const AT = '2026-11-20T12:00:00.000Z'
let ada = ''

/** A page that is loaded anew. */
const visit = async (path: string) => {
  vi.resetModules()
  const stored = await import('../../../../web/data/stored.ts')
  const reads = await import('../../../../web/data/first-reads.ts')
  await stored.openMemberDatabase(ada)
  history.replaceState(null, '', path)
  return { ...reads, stored }
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  ada = crypto.randomUUID()
  rememberMember(ada)
  await openMemberDatabase(ada)
  await writeDocument('wallet', { value: { usd: '12.00' }, asOf: AT })
  await memberDatabase()?.documents.put({ key: 'old', version: 0, value: 1, asOf: AT })
  closeMemberDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  await eraseMembers(null)
})

it('what a page read first is there before its next drawing, and is forgotten once the page reads by itself', async () => {
  const before = await visit('/wallet')
  await before.readFirst(ada, '/wallet')
  expect(before.firstRead('wallet')).toBeNull()
  for (const key of ['wallet', 'old', 'nothing']) before.noteRead(key)
  vi.runAllTimers()
  before.noteRead('later')
  vi.runAllTimers()

  const after = await visit('/wallet')
  await after.readFirst(ada, '/wallet')
  expect(after.firstRead('wallet')).toMatchObject({ value: { usd: '12.00' }, asOf: AT })
  expect(after.firstRead('old'), 'of another version of the cache').toBeNull()
  expect(after.firstRead('nothing')).toBeNull()
  expect(JSON.parse(localStorage.getItem(memberEntry(ada, 'first-reads:/wallet')) ?? '')).toEqual([
    'wallet',
    'old',
    'nothing',
  ])
  after.noteRead('wallet')
  vi.runAllTimers()
  expect(after.firstRead('wallet')).toBeNull()
})

it('nothing of it is another member’s', async () => {
  localStorage.setItem(memberEntry(ada, 'first-reads:/wallet'), '["wallet"]')
  const page = await visit('/wallet')
  await page.readFirst(ada, '/wallet')
  expect(page.firstRead('wallet')).not.toBeNull()
  const grace = crypto.randomUUID()
  await page.stored.openMemberDatabase(grace)
  expect(page.firstRead('wallet')).toBeNull()
  await page.readFirst(ada, '/wallet')
  expect(page.firstRead('wallet'), 'the open database is not hers').toBeNull()
})

it('names nothing where addresses have ids, or where another page has come, and stands anything in the storage', async () => {
  const page = await visit('/wallet/activity/7')
  page.noteRead('movement:7')
  vi.runAllTimers()
  const moved = await visit('/wallet')
  moved.noteRead('wallet')
  history.replaceState(null, '', '/devices')
  vi.runAllTimers()
  expect(Object.keys(localStorage).filter((key) => key.includes('first-reads'))).toEqual([])
  for (const text of ['{', '{"a":1}', '[1]']) {
    localStorage.setItem(memberEntry(ada, 'first-reads:/wallet'), text)
    const other = await visit('/wallet')
    await other.readFirst(ada, '/wallet')
    expect(other.firstRead('wallet')).toBeNull()
  }
})
