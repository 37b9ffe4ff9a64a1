import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { POSITION_HEADER } from '../../../api/contract/operation.ts'
import { FRESH_SIGN_IN_MINUTES, securityOperations } from '../../../api/contract/security.ts'
import { deviceName } from '../../../api/security-trail/device-name.ts'
import { openBrowser, type Browser } from '../../support/browser.ts'
import { put } from '../../support/identity-calls.ts'
import { MINUTE_MS, movingClock } from '../../support/moving-clock.ts'
import { asks, responds, statusOf } from '../../support/request-calls.ts'
import { testServer, type Member } from '../../support/test-server.ts'
import { keyed, refusal, sends, transferOf } from '../../support/wallet-calls.ts'

const clock = movingClock('2026-11-22T09:00:00Z')
const server = testServer({ clock })

const sessionsOf = async (member: Member) =>
  securityOperations.listSessions.response.parse(await (await member.fetch('/api/sessions')).json()).sessions
const trailOf = async (member: Member, query = '') =>
  securityOperations.listSecurityEvents.response.parse(
    await (await member.fetch(`/api/security-events${query}`)).json(),
  )
const kindsOf = async (member: Member) => (await trailOf(member)).events.map(({ kind }) => kind)

/** The member uses the app until the sign-in is not fresh any more. */
const growStale = async (member: Member) => {
  clock.forward(FRESH_SIGN_IN_MINUTES * MINUTE_MS + 1_000)
  expect((await member.fetch('/api/users/me')).status).toBe(200)
}

describe('a member’s sessions', () => {
  it('are listed to them alone, and say where', async () => {
    const [here, there, grace] = [
      await server.signIn('ada'),
      await server.signIn('ada'),
      await server.signIn('grace'),
    ]
    const sessions = await sessionsOf(here)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(sessions).toHaveLength(2)
    expect(sessions.find(({ current }) => current)?.device).toBe(deviceName('node'))
    const other = sessions.find(({ current }) => !current)?.id ?? ''
    expect((await sessionsOf(there)).find(({ id }) => id === other)?.current).toBe(true)
    expect((await sessionsOf(grace)).map(({ id }) => id)).not.toContain(other)
    expect((await refusal(await grace.post(`/api/sessions/${other}/end`))).status).toBe(404)
    expect((await there.fetch('/api/users/me')).status).toBe(200)
  })

  it('are ended one by one, or all but the one at hand, at once and for good', async () => {
    const [here, second, third] = [
      await server.signIn('katherine'),
      await server.signIn('katherine'),
      await server.signIn('katherine'),
    ]
    const one = (await sessionsOf(second)).find(({ current }) => current)?.id ?? ''
    expect((await here.post(`/api/sessions/${one}/end`)).status).toBe(204)
    expect((await second.fetch('/api/users/me')).status).toBe(401)
    expect(await refusal(await here.post(`/api/sessions/${one}/end`))).toMatchObject({ status: 404 })
    expect(await (await here.post('/api/sessions/end-others')).json()).toEqual({ ended: 1 })
    expect((await third.fetch('/api/users/me')).status).toBe(401)
    expect((await here.fetch('/api/users/me')).status).toBe(200)
    expect((await kindsOf(here)).slice(0, 2)).toEqual(['sessions_ended', 'session_ended'])
  })
})

describe('a fresh sign-in', () => {
  it('is asked for before what a stolen browser must not do, and written down', async () => {
    const alan = await server.signIn('alan')
    await growStale(alan)
    for (const attempt of [
      () => alan.post('/api/wallet/treasury-account/reveal'),
      () => alan.fetch('/api/profile/export'),
      () => put(alan, '/api/profile/handle', { handle: 'turing' }),
      () => alan.post('/api/profile/close', { handle: 'alan' }),
      () =>
        alan.post('/api/wallet/transfer', { to_user_identifier: 'ada', currency: 'USD', amount: '1000.00' }),
      () => alan.post('/api/wallet/send-transfer', { to_user_identifier: 'ada', amount: 250_00 }),
    ])
      expect(await refusal(await attempt())).toMatchObject({ status: 403, code: 'fresh_sign_in_required' })
    expect(await kindsOf(alan)).toEqual([...Array<string>(6).fill('fresh_sign_in_required'), 'signed_in'])

    const fresh = await server.signIn('alan')
    expect((await fresh.post('/api/wallet/treasury-account/reveal')).status).toBe(200)
    expect((await fresh.fetch('/api/profile/export')).status).toBe(200)
    expect((await kindsOf(fresh)).slice(0, 3)).toEqual([
      'data_exported',
      'account_number_revealed',
      'signed_in',
    ])
  })

  it('is asked for alike, whether the payee is a member or nobody', async () => {
    const barbara = await server.signIn('barbara')
    await growStale(barbara)
    const [member, nobody] = await Promise.all(
      ['ada', 'nobody_at_all'].map(async (to) =>
        refusal(
          await barbara.post('/api/wallet/transfer', {
            to_user_identifier: to,
            currency: 'USD',
            amount: '300.00',
          }),
        ),
      ),
    )
    expect(member).toMatchObject({ status: 403, code: 'fresh_sign_in_required' })
    expect(nobody).toEqual(member)
  })

  it('is not asked for before small payments, nor again under the same key once it was made', async () => {
    const [grace, key] = [await server.signIn('grace'), randomUUID()]
    await growStale(grace)
    const first = await sends(grace, { to_user_identifier: 'ada', currency: 'USD', amount: '249.99' })
    await transferOf(grace, first.transfer_id, first.position)
    // Ada is known once she was paid after a fresh sign-in.
    await sends(await server.signIn('grace'), { to_user_identifier: 'ada', currency: 'USD', amount: '1.00' })
    await sends(grace, { to_user_identifier: 'ada', currency: 'USD', amount: '250.00' })
    const large = { to_user_identifier: 'ada', currency: 'USD', amount: '1000.00' }
    expect(await refusal(await grace.post('/api/wallet/transfer', large, keyed(key)))).toMatchObject({
      code: 'fresh_sign_in_required',
    })
    await sends(await server.signIn('grace'), large, keyed(key))
  })

  it('is asked for by what left since the last one, whatever the call', async () => {
    const [edsger, ada] = [await server.signIn('edsger'), await server.signIn('ada')]
    await growStale(edsger)
    const [key, body] = [randomUUID(), { to_user_identifier: 'ada', currency: 'USD', amount: '200.00' }]
    const first = await sends(edsger, body, keyed(key))
    // What has left does not count against its own repetition.
    expect(await sends(edsger, body, keyed(key))).toEqual(first)
    const cents = await edsger.post('/api/wallet/send-transfer', { to_user_identifier: 'ada', amount: 49_00 })
    expect(cents.status).toBe(201)
    const { id, position } = await asks(await server.signIn('ada'), 'edsger', '1.00')
    const yut = { to_address: 'ada', transfer_type: 'transfer', amount: '10' }
    const yutKey = randomUUID()
    const attempts = (member: Member) => [
      () => member.post('/api/wallet/transfer', { ...body, amount: '1.00' }),
      () => member.post('/api/wallet/transfer', { ...body, currency: 'YUT', amount: '10' }),
      () => member.post('/api/wallet/send-transfer', { to_user_identifier: 'ada', amount: 1_00 }),
      () => member.post('/api/yut/transfer', yut, keyed(yutKey)),
      () => responds(member, id, 'approve'),
    ]
    for (const attempt of attempts(edsger))
      expect(await refusal(await attempt())).toMatchObject({ status: 403, code: 'fresh_sign_in_required' })
    expect((await kindsOf(edsger)).slice(0, 6)).toEqual([
      ...Array<string>(5).fill('fresh_sign_in_required'),
      'signed_in',
    ])
    expect(await statusOf(ada, id, position)).toBe('pending')
    // A stranger's name gets the same answer as a new payee's.
    const nobody = { ...body, to_user_identifier: 'nobody_at_all', amount: '250.00' }
    expect(await refusal(await edsger.post('/api/wallet/transfer', nobody))).toMatchObject({ status: 403 })

    const fresh = await server.signIn('edsger')
    let last = ''
    for (const attempt of attempts(fresh)) {
      const response = await attempt()
      expect(response.status).toBeLessThan(300)
      last = response.headers.get(POSITION_HEADER) ?? ''
    }
    expect(await statusOf(ada, id, last)).toBe('completed')
  })

  it('is one that the provider made anew: who signed in there before is asked again', async () => {
    const response = await openBrowser(server.url).fetch('/api/oauth/google/redirect_url?fresh=1')
    const { redirectUrl } = await response.json()
    expect(new URL(redirectUrl).searchParams.get('max_age')).toBe('0')
  })

  /** The member's sensitive calls in a browser that has just signed in. */
  const reveals = async (visitor: Browser) =>
    (await visitor.post('/api/wallet/treasury-account/reveal')).status

  it('is never one that the provider was not asked to make anew', async () => {
    const visitor = openBrowser(server.url)
    // Tabs that start a fresh one and do not finish it.
    await visitor.fetch('/api/oauth/google/redirect_url?fresh=1')
    const silent = await visitor.authorize('edsger', '')
    const asked = await visitor.fetch('/api/oauth/google/redirect_url?fresh=1')
    const state = new URL((await asked.json()).redirectUrl).searchParams.get('state') ?? ''
    expect((await visitor.post('/api/sessions', { ...silent, state })).status, 'another’s state').toBe(400)
    expect((await visitor.post('/api/sessions', await visitor.authorize('edsger', ''))).status).toBe(201)
    expect(await reveals(visitor)).toBe(403)
    expect((await visitor.post('/api/sessions', await visitor.authorize('edsger'))).status).toBe(201)
    expect(await reveals(visitor)).toBe(200)
    // A later silent one, also of another member, does not inherit it.
    for (const member of ['edsger', 'grace']) {
      expect((await visitor.post('/api/sessions', await visitor.authorize(member, ''))).status).toBe(201)
      expect(await reveals(visitor)).toBe(403)
    }
  })
})

describe('the security trail', () => {
  it('is read in pages, and shows nobody another’s', async () => {
    const grace = await server.signIn('grace')
    const { events, next_cursor: next } = await trailOf(grace, '?limit=1')
    expect(events).toHaveLength(1)
    expect((await trailOf(grace, `?limit=1&cursor=${next}`)).events[0]?.id).not.toBe(events[0]?.id)
    const { rows } = await server.pool.query<{ id: string }>(
      'select id::text from app.security_event where member_id = $1',
      [grace.id],
    )
    const shown = await trailOf(grace, '?limit=100')
    expect(shown.events.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  })

  it('knows of sign-ins that were refused, for the operator', async () => {
    const visitor = openBrowser(server.url)
    const answer = await visitor.authorize('ada')
    expect((await visitor.post('/api/sessions', { ...answer, code: 'made-up' })).status).toBe(400)
    const { rows } = await server.pool.query(
      `select member_id, detail from app.security_event where kind = 'sign_in_refused' order by id`,
    )
    expect(rows.at(-1)).toEqual({ member_id: null, detail: 'sign_in_failed' })
  })
})

describe('a device', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['curl/8', 'Another program'],
    ['', 'Another program'],
  ])('of %j is %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
})
