import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { passkeyOperations } from '../../../api/contract/passkeys.ts'
import { operations } from '../../../api/contract/operations.ts'
import { RequestOptions } from '../../../api/contract/passkey-options.ts'
import { openBrowser } from '../../support/browser.ts'
import { addPasskey, askedOf, passkeysOf, signed } from '../../support/passkey-calls.ts'
import { DAY_MS, MINUTE_MS, movingClock } from '../../support/moving-clock.ts'
import { softwareAuthenticator } from '../../support/software-authenticator.ts'
import { type Member, startTestServer, testServer } from '../../support/test-server.ts'
import { keyed, refusal } from '../../support/wallet-calls.ts'

const clock = movingClock('2026-10-01T09:00:00Z')
// A provider that proves nothing, such as Google.
const server = testServer({ clock, env: { SANDBOX_AUTH_TIME: 'off' } })

const reveal = (member: Member, headers: Record<string, string> = {}) =>
  member.post('/api/wallet/treasury-account/reveal', undefined, headers)
const startWait = (member: Member) => member.post('/api/passkeys/wait')
const trailOf = async (member: Member) =>
  operations.listSecurityEvents.response
    .parse(await (await member.fetch('/api/security-events?limit=100')).json())
    .events.map(({ kind }) => kind)

/** A member with a passkey, which takes the wait of a day. */
const withPasskey = async (handle: string) => {
  await startWait(await server.signIn(handle))
  clock.forward(DAY_MS + MINUTE_MS)
  const member = await server.signIn(handle)
  return { member, key: await addPasskey(member, server.url) }
}

/** A member whose account was opened a moment ago, with a passkey. */
const newWithPasskey = async (handle: string, count?: number) => {
  const member = await server.signIn(handle)
  await server.pool.query('update app.member set created_at = $2 where id = $1', [member.id, clock()])
  return { member, key: await addPasskey(member, server.url, 'A key', count) }
}

describe('a passkey', () => {
  it('opens what is sensitive, for the request that was refused and once', async () => {
    const { member, key } = await withPasskey('ada')
    const asked = await askedOf(await reveal(member))
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    const answer = signed(key.get(asked))
    expect((await reveal(member, answer)).status).toBe(200)
    expect(await refusal(await reveal(member, answer)), 'replayed').toMatchObject({
      status: 403,
      code: 'passkey_refused',
    })
    expect((await refusal(await reveal(member))).status, 'nothing stays open').toBe(403)
    expect((await passkeysOf(member)).passkeys[0]?.last_used_at).not.toBeNull()
    expect((await trailOf(member)).slice(0, 4)).toEqual([
      'fresh_sign_in_required',
      'passkey_refused',
      'account_number_revealed',
      'fresh_sign_in_required',
    ])
  })

  it('that counts nothing, as one in a cloud does, confirms once too, even twice at the same moment', async () => {
    const { member, key } = await newWithPasskey('margaret', 0)
    const answer = signed(key.get(await askedOf(await reveal(member)), { count: 0 }))
    const both = await Promise.all([reveal(member, answer), reveal(member, answer)])
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 403]))
    expect(await refusal(await reveal(member, answer))).toMatchObject({ code: 'passkey_refused' })
    const another = signed(key.get(await askedOf(await reveal(member)), { count: 0 }))
    expect((await reveal(member, another)).status).toBe(200)
  })

  it('confirms a payment as it is: not another amount, payee or key', async () => {
    const { member, key } = await withPasskey('grace')
    const [body, intent] = [{ to_user_identifier: 'ada', currency: 'USD', amount: '1000.00' }, randomUUID()]
    const pay = (what: typeof body, headers: Record<string, string>) =>
      member.post('/api/wallet/transfer', what, headers)
    for (const [what, under] of [
      [{ ...body, amount: '1000.01' }, intent],
      [{ ...body, to_user_identifier: 'alan' }, intent],
      [body, randomUUID()],
    ] as const) {
      const answer = signed(key.get(await askedOf(await pay(body, keyed(intent)))))
      expect(await refusal(await pay(what, { ...keyed(under), ...answer }))).toMatchObject({
        code: 'passkey_refused',
      })
      expect((await refusal(await pay(body, { ...keyed(intent), ...answer }))).status, 'used up').toBe(403)
    }
    const asked = await askedOf(await pay(body, keyed(intent)))
    expect((await refusal(await reveal(member, signed(key.get(asked))))).code).toBe('passkey_refused')
    const confirmed = async (what: typeof body, under: string) =>
      pay(what, {
        ...keyed(under),
        ...signed(key.get(await askedOf(await pay(what, keyed(under))))),
      })
    expect((await confirmed(body, intent)).status).toBe(201)
    // The sums of what left begin anew, and the payee is known: less than $1,000 needs nothing more, until it has left.
    const of = (amount: string) => ({ ...body, amount })
    expect((await pay(of('999.99'), {})).status).toBe(201)
    expect(await refusal(await pay(of('0.01'), {}))).toMatchObject({ code: 'fresh_sign_in_required' })
    expect((await confirmed(of('0.01'), randomUUID())).status).toBe(201)
    expect((await pay(of('400.00'), {})).status).toBe(201)
  })

  it('is refused for another member, session, challenge, site, origin, key, or too late', async () => {
    const { key } = await withPasskey('alan')
    const { member: edsger, key: hers } = await newWithPasskey('edsger')
    const again = await server.signIn('alan')
    const ask = async (member: Member) => askedOf(await reveal(member))
    const elsewhere = softwareAuthenticator('https://youtility.example')
    // Asked for one by one: a session has few open challenges at a time.
    for (const [why, answer] of [
      ['another member’s challenge', async () => key.get(await ask(edsger))],
      ['another session’s challenge', async () => key.get(await ask(await server.signIn('alan')))],
      ['another member’s key', async () => hers.get(await ask(again))],
      ['an unknown key', async () => elsewhere.get(await ask(again))],
      ['a made-up challenge', async () => key.get({ challenge: 'bWFkZSB1cA', rpId: 'localhost' })],
      ['another site', async () => key.get({ ...(await ask(again)), rpId: 'youtility.example' })],
      ['another origin', async () => key.get(await ask(again), { at: 'http://localhost.example' })],
      ['another port', async () => key.get(await ask(again), { at: 'http://localhost:1' })],
      ['nobody looked', async () => key.get(await ask(again), { flags: 0x01 })],
      ['made for a new passkey', async () => key.get(await ask(again), { type: 'webauthn.create' })],
      ['a copy that counted less', async () => key.get(await ask(again), { count: 1 })],
      ['a copy that does not count', async () => key.get(await ask(again), { count: 0 })],
      ['a key that does not fit', async () => ({ ...hers.get(await ask(again)), id: key.added.id })],
      [
        'a key of the right name',
        async () => ({ ...elsewhere.get(await ask(again)), id: key.id, rawId: key.id }),
      ],
    ] as const)
      expect(await refusal(await reveal(again, signed(await answer()))), why).toMatchObject({
        status: 403,
        code: 'passkey_refused',
      })
    const backwards = await reveal(again, signed(key.get(await ask(again), { count: 1 })))
    expect(await backwards.text(), 'trying again would not help').toMatch(/counted backwards.*Sign in again/)
    const late = await ask(again)
    clock.forward(5 * MINUTE_MS + 1_000)
    expect((await refusal(await reveal(again, signed(key.get(late))))).code).toBe('passkey_refused')
    expect((await refusal(await reveal(again, { 'Passkey-Assertion': '{}' }))).code).toBe(
      'invalid_passkey_assertion',
    )
    expect((await reveal(again, signed(key.get(await ask(again))))).status).toBe(200)
  })

  it('is added next to another, and removed, only by who confirms it', async () => {
    const { member, key } = await newWithPasskey('radia')
    const begin = (headers: Record<string, string> = {}) =>
      member.post('/api/passkeys/begin', undefined, headers)
    const begun = await begin(signed(key.get(await askedOf(await begin()))))
    const { options } = passkeyOperations.beginPasskey.response.parse(await begun.json())
    expect(options.excludeCredentials).toHaveLength(1)
    const second = softwareAuthenticator(server.url)
    const body = { name: 'Second', attestation: second.create(options) }
    const add = (who: Member, what: unknown = body) => who.post('/api/passkeys', what)
    expect((await refusal(await add(await server.signIn('radia')))).code, 'elsewhere').toBe('passkey_refused')
    expect((await add(member)).status).toBe(201)
    for (const otherwise of [{ at: 'http://localhost.example' }, { flags: 0x01 }] as const) {
      const made = softwareAuthenticator(server.url)
      const { options: anew } = passkeyOperations.beginPasskey.response.parse(
        await (await begin(signed(key.get(await askedOf(await begin()))))).json(),
      )
      const refused = await add(member, { name: 'X', attestation: made.create(anew, otherwise) })
      expect((await refusal(refused)).code).toBe('passkey_refused')
    }
    expect((await refusal(await add(member))).code, 'again').toBe('passkey_refused')
    const other = await newWithPasskey('barbara')
    const hers = `/api/passkeys/${other.key.added.id}/remove`
    const confirmed = signed(second.get(await askedOf(await member.post(hers))))
    expect((await member.post(hers, undefined, confirmed)).status, 'another member’s').toBe(404)
    const path = `/api/passkeys/${key.added.id}/remove`
    const { passkeys } = await passkeysOf(member)
    const others = `/api/passkeys/${passkeys.find(({ name }) => name === 'Second')?.id}/remove`
    const misused = async (asking: string, use: string) =>
      member.post(use, undefined, signed(second.get(await askedOf(await member.post(asking)))))
    expect((await refusal(await misused(path, others))).code, 'the other one').toBe('passkey_refused')
    expect(
      (await refusal(await misused('/api/wallet/treasury-account/reveal', '/api/passkeys/begin'))).code,
    ).toBe('passkey_refused')
    const asked = await askedOf(await member.post(path))
    expect((await member.post(path, undefined, signed(second.get(asked)))).status).toBe(204)
    expect((await passkeysOf(member)).passkeys.map(({ name }) => name)).toEqual(['Second'])
  })
})

describe('the first passkey', () => {
  it('is added at once only in the first ten minutes of an account, and only if it is the first', async () => {
    const member = await server.signIn('donald')
    const openedAgo = (ms: number) =>
      server.pool.query('update app.member set created_at = $2 where id = $1', [
        member.id,
        new Date(clock().getTime() - ms),
      ])
    await openedAgo(10 * MINUTE_MS)
    expect((await member.post('/api/passkeys/begin')).status).toBe(403)
    await openedAgo(9 * MINUTE_MS)
    await addPasskey(member, server.url)
    expect((await member.post('/api/passkeys/begin')).status).toBe(403)
  })

  it('after the last was lost takes the same wait; what was added before still counts', async () => {
    const { member } = await newWithPasskey('dorothy')
    await startWait(member)
    expect((await member.post('/api/passkeys/begin')).status).toBe(403)
    clock.forward(DAY_MS + MINUTE_MS)
    const back = await server.signIn('dorothy')
    const another = await addPasskey(back, server.url, 'Another')
    expect(await passkeysOf(back)).toMatchObject({ may_add: false, wait: null })
    const { allowCredentials } = await askedOf(await reveal(back))
    expect(allowCredentials).toHaveLength(2)
    expect((await reveal(back, signed(another.get(await askedOf(await reveal(back)))))).status).toBe(200)
  })

  it('is added after a wait that is announced everywhere, and stopped from any place', async () => {
    const [here, there] = [await server.signIn('katherine'), await server.signIn('katherine')]
    const ordinary = openBrowser(server.url)
    await ordinary.post('/api/sessions', await ordinary.authorize('katherine', ''))
    for (const [who, sign_in] of [
      [ordinary, true],
      // It was asked to prove something, in vain.
      [here, false],
    ] as const) {
      expect(await passkeysOf(who)).toMatchObject({ may_add: false, sign_in })
      expect(await refusal(await who.post('/api/passkeys/begin'))).toMatchObject({
        code: 'fresh_sign_in_required',
        error: expect.stringContaining('24 hours'),
        step_up: { sign_in, passkey: null },
      })
      expect(await refusal(await who.post('/api/wallet/treasury-account/reveal'))).toMatchObject({
        error: expect.stringContaining(sign_in ? 'sign in again' : 'add a passkey in your profile'),
        step_up: { sign_in, passkey: null },
      })
    }
    expect((await startWait(here)).status).toBe(200)
    const { wait } = await passkeysOf(there)
    expect((await startWait(here)).status, 'it goes on').toBe(200)
    expect((await passkeysOf(there)).wait).toEqual(wait)
    const told = operations.listNotifications.response.parse(
      await (await there.fetch('/api/notifications')).json(),
    )
    expect(
      told.notifications.filter((one) => 'event' in one && one.event === 'passkey_wait_started'),
    ).toHaveLength(1)
    expect((await there.post('/api/passkeys/wait/stop')).status).toBe(204)
    clock.forward(DAY_MS + MINUTE_MS)
    const later = await server.signIn('katherine')
    expect(await passkeysOf(later)).toMatchObject({ may_add: false, wait: null })
    expect((await later.post('/api/passkeys/begin')).status).toBe(403)

    await startWait(later)
    clock.forward(DAY_MS - MINUTE_MS)
    const early = await server.signIn('katherine')
    expect((await early.post('/api/passkeys/begin')).status, 'too early').toBe(403)
    clock.forward(2 * MINUTE_MS)
    const begun = await early.post('/api/passkeys/begin')
    const { options } = passkeyOperations.beginPasskey.response.parse(await begun.json())
    // Stopped after it was begun: nothing comes of it.
    await (await server.signIn('katherine')).post('/api/passkeys/wait/stop')
    const attestation = softwareAuthenticator(server.url).create(options)
    expect((await early.post('/api/passkeys', { name: 'Late', attestation })).status).toBe(403)

    await startWait(early)
    clock.forward(5 * DAY_MS)
    expect((await passkeysOf(await server.signIn('katherine'))).may_add, 'too late').toBe(false)
  })
})

describe('where passkeys are required', () => {
  it('a fresh sign-in opens nothing but the way to the first one', async () => {
    const strict = await startTestServer({ clock, env: { PASSKEYS: 'required' } })
    onTestFinished(() => strict.stop())
    const member = await strict.signIn('margaret')
    expect(await refusal(await reveal(member))).toMatchObject({
      error: expect.stringContaining('add a passkey in your profile'),
      step_up: { sign_in: false, passkey: null },
    })
    const key = await addPasskey(member, strict.url)
    expect(await refusal(await member.post('/api/passkeys/begin')), 'a second one').toMatchObject({
      step_up: { sign_in: false, passkey: expect.anything() },
    })
    const again = await strict.signIn('margaret')
    const refused = await refusal(await reveal(again))
    expect(refused.error).toContain('please confirm with a passkey before this')
    expect(
      (await reveal(again, signed(key.get(RequestOptions.parse(refused.step_up?.passkey))))).status,
    ).toBe(200)
  })
})
