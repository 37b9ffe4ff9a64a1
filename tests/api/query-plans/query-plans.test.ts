import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Pool } from 'pg'
import { createCredentialRows } from '../../../api/credentials/credential-rows.ts'
import { createIssuer } from '../../../api/credentials/issuer.ts'
import { createDidKeys } from '../../../api/credentials/keys.ts'
import { createStatusLists } from '../../../api/credentials/status-lists.ts'
import { activityOf as activityOfDevices } from '../../../api/devices/activity.ts'
import { currentUsage, dailyView } from '../../../api/devices/usage-views.ts'
import { createBlocks } from '../../../api/identity/blocks.ts'
import { createProfiles } from '../../../api/identity/profiles.ts'
import { resemblanceOf } from '../../../api/identity/resemblance.ts'
import { createKeyWrapping } from '../../../api/keys/key-wrapping.ts'
import { identityData } from '../../../api/profile/personal-data.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'
import { NO_ANNOUNCEMENTS } from '../../support/announcements.ts'
import { DAY_MS, startDeviceParts, type DeviceParts } from '../../support/device-parts.ts'
import { openPool } from '../../support/open-pool.ts'
import { pagesOf, planOf, recordStatements, type PlanMode, type Statement } from '../../support/statements.ts'
import { fillDevices, fillMembers, fillReadModels, OTHER, SOMEONE } from './large-tables.ts'
import { namesOfReads, READS } from './reads.ts'

/** A page of 50 from the index and its rows, or a month of some devices; the member with the most lines has thousands. */
const PAGES_8K_MAX = 600

let parts: DeviceParts
let pool: Pool
let explaining: Pool
let sent: readonly Statement[]
let memberId = ''
let deviceId = ''

beforeAll(async () => {
  parts = await startDeviceParts('2026-09-01T09:00:00Z')
  memberId = parts.newMember()
  deviceId = (await parts.activeDevice(memberId, { device_type: 'tablet', plan_type: 'unlimited' })).id
  await parts.goTo('2026-10-05T00:00:00Z')
  pool = parts.pool
  explaining = openPool({
    connectionString: parts.databaseUrl,
    max: 1,
    options: `-c search_path=${READ_SCHEMA},public`,
  })
  await fillReadModels(explaining)
  await fillMembers(explaining)
  await fillDevices(explaining)
  await explaining.query('vacuum analyze')
  sent = recordStatements(pool)
}, 300_000)
afterAll(async () => {
  await explaining?.end()
  await parts?.stop()
})

/** Explains whatever `read` sends. */
const goByIndex = async (
  read: () => Promise<unknown>,
  modes: readonly PlanMode[] = ['force_custom_plan'],
): Promise<void> => {
  const before = sent.length
  await read()
  // Of what is sent again and again the last is as good as any.
  const texts = new Map(sent.slice(before).map((one) => [`${one.text} ${one.values.length}`, one]))
  expect(texts.size).toBeGreaterThan(0)
  for (const statement of texts.values())
    for (const mode of modes) {
      const nodes = await planOf(explaining, statement, mode)
      // A table of a few rows is read whole; each of those filled above has hundreds of pages.
      const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && pagesOf(node) > 1)
      expect(scans, `${mode}: ${statement.text}`).toEqual([])
      // A function of every row's text, as `plain_handle`, belongs in an index too.
      expect(nodes.filter(({ Filter = '' }) => Filter.includes('replace('))).toEqual([])
      const pages = pagesOf(nodes[0])
      expect(pages, `${mode}: 8 kB pages read by ${statement.text}`).toBeLessThan(PAGES_8K_MAX)
    }
}

const now = new Date()

describe('every read of the read models goes by an index, also in the wallet with the most lines', () => {
  it.each(Object.entries(READS))('%s', (_name, read) =>
    goByIndex(() => read(pool), ['force_custom_plan', 'force_generic_plan']),
  )

  it('and each that has a name is among them', async () => {
    const names = await namesOfReads()
    expect(names.length).toBeGreaterThan(60)
    expect(names.filter((name) => !sent.some((one) => one.name?.startsWith(name)))).toEqual([])
  })
})

describe('every query about members goes by an index', () => {
  const clock = () => now

  it('of credentials', () =>
    goByIndex(async () => {
      const rows = createCredentialRows(pool)
      const [first] = await rows.page(SOMEONE, { limit: 20 })
      if (!first) throw new Error('There are credentials')
      await rows.freePlace()
      await rows.current(SOMEONE, 'ProfileCredential')
      await rows.newest(SOMEONE, 'ProfileCredential')
      await rows.ofMember(SOMEONE, first.id)
      await rows.page(SOMEONE, {
        limit: 20,
        before: { issuedAt: first.issuedAt.toISOString(), id: first.id },
      })
      await rows.unrecorded(now, 50)
      await rows.unrecordedOf(SOMEONE)
      await rows.revoke(first.id, 'member', now)
      await rows.recorded(first.id, 'revoke', 7n)
      await rows.revokeAll(SOMEONE, 'erased', now)
    }))

  it('of whom a payee could be taken for, and of who has blocked whom', () =>
    goByIndex(async () => {
      const blocks = createBlocks({ pool, announcements: NO_ANNOUNCEMENTS })
      const payee = { id: OTHER, handle: 'friend_1234567890abcdefghijkl' }
      await resemblanceOf({ pool, blocks, paidAmong: async () => [] }, SOMEONE, payee)
      expect([...(await blocks.blockersOf(SOMEONE))]).toHaveLength(4)
      expect(await blocks.blockedBy(SOMEONE)).toHaveLength(4)
    }))

  it('of profiles, keys and status lists', () =>
    goByIndex(async () => {
      const profiles = createProfiles(pool)
      await profiles.read(SOMEONE)
      await profiles.update(SOMEONE, { title: 'T' })
      await profiles.stale(50)
      await profiles.settled(SOMEONE, 1)
      const wrapping = createKeyWrapping([Buffer.alloc(32).toString('base64')])
      const keys = createDidKeys({ pool, wrapping, clock })
      await keys.ofMember(SOMEONE)
      const publicUrl = 'http://localhost'
      const issuer = createIssuer({ publicUrl, keys })
      await createStatusLists({ pool, issuer, publicUrl, clock }).signed(99)
    }))

  it('of what is exported and erased', () =>
    goByIndex(async () => {
      const identity = identityData({ recordClosure: async () => {} })
      const client = await pool.connect()
      try {
        await identity.exportOf(client, SOMEONE)
        await identity.erase(client, SOMEONE)
      } finally {
        client.release()
      }
    }))
})

describe('every query of the telecom service goes by an index', () => {
  it('at a change, a look, and a round of its processes', () =>
    goByIndex(async () => {
      await parts.order(memberId, { device_label: 'Test: heavy' })
      await parts.settle()
      await activityOfDevices(pool, memberId, { limit: 50 })
      await currentUsage(pool, memberId, parts.clock())
      await dailyView(pool, memberId, 90, parts.clock())
      await parts.insights.list(memberId)
      parts.clock.forward(30 * DAY_MS)
      await parts.metering.round()
      await parts.deviceOf(memberId, deviceId)
    }))

  it('when it pages through the statements of a month of thousands of devices', async () => {
    parts.clock.forward(Date.parse('2026-11-10') - parts.clock().getTime())
    expect(await parts.biller.statements('2026-10', { after: null, limit: 500 })).toHaveLength(500)
    await goByIndex(() => parts.biller.statements('2026-10', { after: randomUUID(), limit: 500 }))
  }, 60_000)
})
