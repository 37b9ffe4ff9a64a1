import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCredentialRows } from '../../../api/credentials/credential-rows.ts'
import { createDidKeys } from '../../../api/credentials/keys.ts'
import { createIssuer } from '../../../api/credentials/issuer.ts'
import { createStatusLists } from '../../../api/credentials/status-lists.ts'
import { createKeyWrapping } from '../../../api/keys/key-wrapping.ts'
import { createBlocks } from '../../../api/identity/blocks.ts'
import { createProfiles } from '../../../api/identity/profiles.ts'
import { resemblanceOf } from '../../../api/identity/resemblance.ts'
import { identityData } from '../../../api/profile/personal-data.ts'
import { NO_ANNOUNCEMENTS } from '../../support/announcements.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const MEMBERS = 5_000
const CREDENTIALS = 40_000

let server: TestServer
const someone = '00000000-0000-4000-8000-000000000042'
beforeAll(async () => {
  server = await startTestServer({ env: { SEED: 'none', ROLE: 'api' } })
  await server.pool.query(`
    insert into app.member (id, issuer, subject, email, handle, given_name, family_name, name, created_at, signed_in_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'i', n::text, n || '@example.com',
        'member_' || n, '', '', 'Member ' || n, now(), now() from generate_series(1, ${MEMBERS}) n;
    insert into app.profile (member_id, bio, credential_stale)
      select id, repeat('x', 100), false from app.member;
    insert into app.did_key (id, member_id, public_key, wrapped_key, wrapped_by, created_at)
      select gen_random_uuid(), id, decode(repeat('00', 32), 'hex'), '\\x00', 'k', now() from app.member;
    insert into app.session (id_hash, data, expires_at)
      select 's' || n, jsonb_build_object('memberId', ('00000000-0000-4000-8000-' || lpad((n % 5000)::text, 12, '0'))),
        now() from generate_series(1, 20000) n;
    insert into app.credential (id, member_id, type, status_list, status_index, document, document_hash, issued_at,
        issue_position, revoked_at, revoke_reason, revoke_position)
      select gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad((1 + n % 5000)::text, 12, '0'))::uuid,
        'ProfileCredential', 1 + n / 100000, n % 100000, json_build_object('credentialSubject', repeat('x', 300)), 'h',
        now() - n * interval '1 minute', n,
        case when n >= 5000 then now() end, case when n >= 5000 then 'member' end, case when n >= 5000 then n end
      from generate_series(1, ${CREDENTIALS}) n;
    insert into app.contact (member_id, id, name, handle, handle_key, contact_type, created_at, updated_at)
      select m.id, gen_random_uuid(), 'C', 'friend_' || n, 'friend_' || n, 'other', now(), now()
      from app.member m cross join generate_series(1, 4) n;
    insert into app.blocked_member select m.id, gen_random_uuid(), other.id, now()
      from app.member m join app.member other on other.subject::int between m.subject::int + 1 and m.subject::int + 4`)
  await server.pool.query('analyze')
}, 120_000)
afterAll(() => server.stop())

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Filter?: string
  readonly Plans?: readonly Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** A pool or client that explains every query, and records those that scan a whole table. */
const explaining = <Asked extends Pool | PoolClient>(asked: Asked, scans: string[]): Asked =>
  new Proxy(asked, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name)
      return async (query: string | { text: string; values?: unknown[] }, values?: unknown[]) => {
        const text = typeof query === 'string' ? query : query.text
        const given = typeof query === 'string' ? values : query.values
        const { rows } = await target.query(`explain (format json) ${text}`, given)
        for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
          const { 'Node Type': type, 'Relation Name': relation, Filter: filter = '' } = node
          // A function of every row's text, as `plain_handle`, belongs in an index too.
          if (type === 'Seq Scan' || filter.includes('replace('))
            scans.push(`${relation}: ${text.slice(0, 80)}`)
        }
        return target.query(text, given)
      }
    },
  })

const clock = () => new Date()

describe('every query goes by an index', () => {
  it('of credentials', async () => {
    const scans: string[] = []
    const rows = createCredentialRows(explaining(server.pool, scans))
    const [first] = await rows.page(someone, { limit: 20 })
    if (!first) throw new Error('There are credentials')
    await rows.freePlace()
    await rows.current(someone, 'ProfileCredential')
    await rows.newest(someone, 'ProfileCredential')
    await rows.ofMember(someone, first.id)
    await rows.page(someone, { limit: 20, before: { issuedAt: first.issuedAt.toISOString(), id: first.id } })
    await rows.unrecorded(new Date(), 50)
    await rows.unrecordedOf(someone)
    await rows.revoke(first.id, 'member', new Date())
    await rows.recorded(first.id, 'revoke', 7n)
    await rows.revokeAll(someone, 'erased', new Date())
    expect(scans).toEqual([])
  })

  it('of whom a payee could be taken for, and of who has blocked whom', async () => {
    const scans: string[] = []
    const pool = explaining(server.pool, scans)
    const blocks = createBlocks({ pool, announcements: NO_ANNOUNCEMENTS })
    const other = '00000000-0000-4000-8000-000000000043'
    const payee = { id: other, handle: 'friend_1234567890abcdefghijkl' }
    await resemblanceOf({ pool, blocks, paidAmong: async () => [] }, someone, payee)
    expect([...(await blocks.blockersOf(someone))]).toHaveLength(4)
    expect(await blocks.blockedBy(someone)).toHaveLength(4)
    expect(scans).toEqual([])
  })

  it('of profiles, keys and status lists', async () => {
    const scans: string[] = []
    const pool = explaining(server.pool, scans)
    const profiles = createProfiles(pool)
    await profiles.read(someone)
    await profiles.update(someone, { title: 'T' })
    await profiles.stale(50)
    await profiles.settled(someone, 1)
    const keys = createDidKeys({
      pool,
      wrapping: createKeyWrapping([Buffer.alloc(32).toString('base64')]),
      clock,
    })
    await keys.ofMember(someone)
    const issuer = createIssuer({ publicUrl: server.url, keys })
    await createStatusLists({ pool, issuer, publicUrl: server.url, clock }).signed(99)
    expect(scans).toEqual([])
  })

  it('of what is exported and erased', async () => {
    const scans: string[] = []
    const client = await server.pool.connect()
    const capture = explaining(client, scans)
    const identity = identityData({ recordClosure: async () => {} })
    try {
      await identity.exportOf(capture, someone)
      await identity.erase(capture, someone)
    } finally {
      client.release()
    }
    const large = /^(credential|session|member|profile|did_key|handle):/
    expect(scans.filter((scan) => large.test(scan))).toEqual([])
  })
})
