import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStandings } from '../../../api/persons/standing.ts'
import { createAnnouncements, type Announcements } from '../../../projections/announcements.ts'
import { answersAs, identityOf } from '../../support/person-calls.ts'
import { keptLog } from '../../support/read-models.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'

let server: TestServer
let announcements: Announcements
beforeAll(async () => {
  server = await startTestServer({
    env: {
      SEED: 'none',
      PERSON_CHECK: 'none',
      UNVERIFIED_LIMIT: '50',
      OPERATOR_NAME: 'Example, Inc.',
      OPERATOR_PHONE: '+1 202 555 0123',
    },
  })
  announcements = createAnnouncements({ url: server.ownerUrl, log: keptLog().log })
})
afterAll(async () => {
  await announcements.close()
  await server?.stop()
})

/** As whoever lets money leave asks. */
const standings = (isOpen: boolean) =>
  createStandings({ pool: server.pool, announcements, clock: () => new Date(), isOpen, limitCents: 50_00n })

const becomes = (id: string, state: string, until: string | null = null) =>
  server.pool.query(
    `insert into app.person_check (id, member_id, provider, reference, state, reason, began_at, changed_at, verified_until)
     values (gen_random_uuid(), $1, 'sandbox', gen_random_uuid(), $2, null, clock_timestamp(), clock_timestamp(), $3)`,
    [id, state, until],
  )

it('says that nobody can be verified where nobody looks at documents', async () => {
  const ada = await server.signIn('ada')
  expect(await identityOf(ada)).toMatchObject({
    state: 'unverified',
    provider: null,
    can_begin: false,
    unverified_cents: 50_00,
    test_persons: [],
  })
  expect(await refusal(await ada.post('/api/profile/identity-check'))).toMatchObject({
    status: 422,
    code: 'identity_check_closed',
  })
  expect(await refusal(await answersAs(ada, 'valid'))).toMatchObject({ status: 404 })
  const webhook = await fetch(`${server.url}/api/webhooks/sandbox/identity`, { method: 'POST' })
  expect(await refusal(webhook)).toMatchObject({ status: 404, code: 'provider_not_found' })
  expect(await (await fetch(`${server.url}/api/operator`)).json()).toMatchObject({
    unverified_cents: 50_00,
    name: 'Example, Inc.',
    address: null,
    phone: '+1 202 555 0123',
  })
  await expect(standings(false).assertVerified(ada.id)).rejects.toMatchObject({
    code: 'identity_check_closed',
  })
})

it.each([
  ['grace', 'starting', null, 'pending', /not verified yet/],
  ['katherine', 'rejected', null, 'rejected', /could not be verified/],
  ['alan', 'verified', '2026-01-01T00:00:00Z', 'lapsed', /has lapsed/],
  ['barbara', 'ended', null, 'unverified', /have not shown who you are/],
] as const)('tells whoever asks for %s why not: %s', async (handle, state, until, standing, sentence) => {
  const { id } = await server.signIn(handle)
  await becomes(id, state, until)
  const { standingOf, assertVerified, unverifiedCents } = standings(true)
  expect(await standingOf(id)).toMatchObject({ state: standing })
  await expect(assertVerified(id)).rejects.toMatchObject({
    code: 'identity_unverified',
    message: expect.stringMatching(sentence),
  })
  expect(await unverifiedCents(id)).toBe(50_00n)
})

it('lets a member pass who was verified before, until that lapses', async () => {
  const { id } = await server.signIn('edsger')
  await becomes(id, 'verified', '2126-01-01T00:00:00Z')
  await becomes(id, 'rejected')
  const { assertVerified, unverifiedCents } = standings(false)
  await expect(assertVerified(id)).resolves.toBeUndefined()
  expect(await unverifiedCents(id)).toBeNull()
})
