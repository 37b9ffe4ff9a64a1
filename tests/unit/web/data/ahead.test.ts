// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchAhead } from '../../../../web/data/ahead.ts'
import { eraseMembers, rememberMember } from '../../../../web/data/at-rest.ts'
import { writeDocument } from '../../../../web/data/cache.ts'
import { reportReached } from '../../../../web/data/connectivity.ts'
import { beginEpoch } from '../../../../web/data/epoch.ts'
import { closeMemberDatabase, openMemberDatabase } from '../../../../web/data/stored.ts'

/** The paths that were asked for. */
const asked: string[] = []
beforeEach(async () => {
  asked.length = 0
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return new Response('{"error":"Not now.","code":"busy"}', { status: 500 })
  })
  const member = crypto.randomUUID()
  beginEpoch()
  rememberMember(member)
  await openMemberDatabase(member)
  reportReached()
})
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'connection')
  closeMemberDatabase()
  await eraseMembers(null)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('fetches what the pages in the bar show and the device does not keep', async () => {
  await writeDocument('wallet', { value: {}, asOf: new Date().toISOString() })
  await fetchAhead(0)
  expect(asked.some((path) => path.startsWith('/api/dashboard') || path.includes('pools'))).toBe(true)
  expect(asked.filter((path) => path === '/api/wallet')).toEqual([])
})

it.each([{ saveData: true }, { type: 'cellular' }])(
  'fetches nothing on a metered connection (%o)',
  async (connection) => {
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
    await fetchAhead(0)
    expect(asked).toEqual([])
  },
)

it('fetches nothing for a session that has ended meanwhile', async () => {
  const done = fetchAhead(5)
  beginEpoch()
  await done
  expect(asked).toEqual([])
})
