import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accessTokenOperations } from '../../../api/contract/access-tokens.ts'
import { operations } from '../../../api/contract/operations.ts'
import { FRESH_SIGN_IN_MINUTES, securityOperations } from '../../../api/contract/security.ts'
import { scopesFor } from '../../../api/openapi/token-scopes.ts'
import { makesToken, programWith } from '../../support/access-token-calls.ts'
import { DAY_MS } from '../../../events/calendar.ts'
import { eventually } from '../../support/read-models.ts'
import { MINUTE_MS, movingClock } from '../../support/moving-clock.ts'
import { readStream } from '../../support/stream-reader.ts'
import { checkedServer, type Member, startTestServer } from '../../support/test-server.ts'
import { keyed, refusal, sends } from '../../support/wallet-calls.ts'

const clock = movingClock('2026-11-22T09:00:00Z')
const server = checkedServer({ clock })

const program = (member: Member, asked: Parameters<typeof makesToken>[1] = {}) =>
  programWith(server.url, member, asked)
const listed = async (member: Member) =>
  accessTokenOperations.listAccessTokens.response.parse(
    await (await member.fetch('/api/access-tokens')).json(),
  ).tokens
const pays = (limit: string) => ({ scopes: ['pay' as const], pay_limit_usd: limit })
const dollars = (amount: string, to = 'grace') => ({ to_user_identifier: to, currency: 'USD', amount })
const trailOf = async (member: Member) =>
  securityOperations.listSecurityEvents.response
    .parse(await (await member.fetch('/api/security-events')).json())
    .events.map(({ kind, detail }) => [kind, detail])

describe('an access token', () => {
  it('is made after a fresh sign-in, told once, stored as a hash, listed, written down and noticed', async () => {
    const ada = await server.signIn('ada')
    const { secret, ...token } = await makesToken(ada, pays('25.50'))
    expect(secret).toMatch(/^yut_pat_[\w-]{43}$/)
    expect(token).toMatchObject({ scopes: ['pay'], pay_limit_usd: '25.50', last_used_at: null })
    expect(Date.parse(token.expires_at) - Date.parse(token.created_at)).toBe(30 * DAY_MS)
    expect(await listed(ada)).toEqual([token])
    expect(await listed(await server.signIn('grace'))).toEqual([])
    const { rows } = await server.pool.query('select to_jsonb(t)::text as row from app.access_token t')
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(secret.slice('yut_pat_'.length))
    expect((await trailOf(ada))[0]).toEqual(['token_asked', null])
    const notifications = await (await ada.fetch('/api/notifications')).text()
    expect(notifications).toContain('token_asked')
    const exported = await (await ada.fetch('/api/profile/export')).text()
    expect(exported).toContain('Budget script')
    expect(exported).not.toContain(secret)

    clock.forward(FRESH_SIGN_IN_MINUTES * MINUTE_MS + 1_000)
    const aged = await ada.post('/api/access-tokens', { name: 'x', scopes: ['read'], days: 1 })
    expect(await refusal(aged)).toMatchObject({ status: 403, code: 'fresh_sign_in_required' })
  })

  it('opens what its scopes say and nothing else, and never anything that is sensitive or hers alone', async () => {
    const ada = await server.signIn('ada')
    const [reader, keeper, payer] = await Promise.all([
      program(ada),
      program(ada, { scopes: ['contacts'] }),
      program(ada, pays('10')),
    ])
    const by = { read: reader, contacts: keeper, pay: payer }
    const head = await server.ledger.store.head()
    for (const { id, method, path, access } of Object.values(operations)) {
      if (access !== 'member' || id === 'getStream') continue
      for (const scope of ['read', 'contacts', 'pay'] as const) {
        const to = path.replaceAll(/\{\w+\}/g, () => randomUUID())
        const answer = await by[scope].fetch(to, {
          method,
          ...(method !== 'GET' && { headers: { 'Content-Type': 'application/json' }, body: '{"x":1}' }),
        })
        const code = answer.ok ? 'ok' : (await refusal(answer)).code
        expect
          .soft(`${id} ${scope} ${code === 'token_scope' ? 'closed' : 'open'}`)
          .toBe(`${id} ${scope} ${scopesFor(id).includes(scope) ? 'open' : 'closed'}`)
      }
    }
    const open = Object.values(operations).filter(({ id }) => scopesFor(id).length > 0)
    expect(open.filter((one) => 'sensitive' in one || one.access === 'public').map(({ id }) => id)).toEqual(
      [],
    )
    expect(
      open
        .filter((one) => 'movesValue' in one)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['sendTransfer', 'transfer'])
    expect(await server.ledger.store.head()).toBe(head)
  }, 60_000)

  it('counts instead of a session, not beside it, and is no way in for a page of another site', async () => {
    const [ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
    const { token, fetch: send } = await program(ada)
    const me = async (headers: Record<string, string>) => (await send('/api/users/me', { headers })).text()
    const cookie = [...grace.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(await me({ Cookie: cookie })).toContain('"ada"')
    // A session does not widen a token, and a wrong token is not overlooked for a session.
    expect((await send('/api/sessions', { headers: { Cookie: cookie } })).status).toBe(403)
    const wrong = { Authorization: `Bearer ${token.secret.slice(0, -1)}!` }
    const answer = await grace.fetch('/api/users/me', { headers: wrong })
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"')
    expect(await refusal(answer)).toMatchObject({ status: 401, code: 'token_invalid' })
    // What a proxy before us sends along is none of ours.
    expect((await grace.fetch('/api/users/me', { headers: { Authorization: 'Bearer eyJ' } })).status).toBe(
      200,
    )
    // Alone it is a token that is not valid, and each 401 says how to prove who it is (RFC 9110, 15.5.2).
    const foreign = await send('/api/users/me', { headers: { Authorization: 'Bearer eyJ' } })
    expect(foreign.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"')
    expect(await refusal(foreign)).toMatchObject({ status: 401, code: 'token_invalid' })
    const none = await send('/api/users/me', { headers: { Authorization: '' } })
    expect(none.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(await refusal(none)).toMatchObject({ status: 401, code: 'not_signed_in' })
    const payer = await program(ada, pays('10'))
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }])
      expect(await refusal(await payer.post('/api/wallet/transfer', dollars('1.00'), headers))).toMatchObject(
        {
          status: 403,
          code: 'cross_origin',
        },
      )
    const asked = await send('/api/wallet', {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Headers': 'authorization' },
    })
    expect(asked.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  it('is over at its end date, when it is ended, and with signing out everywhere; its streams end with it', async () => {
    const ada = await server.signIn('ada')
    const { tokens } = accessTokenOperations.listAccessTokens.response.parse(
      await (await ada.fetch('/api/access-tokens')).json(),
    )
    for (const { id } of tokens) expect((await ada.post(`/api/access-tokens/${id}/end`)).status).toBe(204)
    const [one, two] = [await program(ada), await program(ada, { name: 'Two', days: 1 })]
    const stream = await readStream(one)
    expect((await stream.next())?.event).toMatch(/ready|news/)
    await eventually(
      async () =>
        (await listed(ada)).every(({ last_used_at: at }) => at !== null) ||
        (await two.fetch('/api/users/me')).status !== 200,
      'both are used',
    )
    expect((await ada.post(`/api/access-tokens/${one.token.id}/end`)).status).toBe(204)
    expect((await one.fetch('/api/users/me')).status).toBe(401)
    for (let heard = await stream.next(); heard !== null; heard = await stream.next())
      expect(heard.event).toMatch(/news|ended/)
    expect((await trailOf(ada))[0]).toEqual(['token_ended', 'Budget script'])
    expect((await ada.post(`/api/access-tokens/${one.token.id}/end`)).status).toBe(404)

    expect((await two.fetch('/api/users/me')).status).toBe(200)
    expect((await ada.post('/api/sessions/end-others')).status).toBe(200)
    expect((await two.fetch('/api/users/me')).status).toBe(401)

    const last = await program(await server.signIn('ada'), { days: 1 })
    clock.forward(DAY_MS - 1_000)
    expect((await last.fetch('/api/users/me')).status).toBe(200)
    clock.forward(1_000)
    expect((await last.fetch('/api/users/me')).status).toBe(401)
    expect(await listed(await server.signIn('ada'))).toEqual([])
  })

  it('cannot be made without end: twenty, also when asked for at once', async () => {
    const kat = await server.signIn('katherine')
    const made = await Promise.all(
      Array.from({ length: 25 }, () =>
        kat.post('/api/access-tokens', { name: 'x', scopes: ['read'], days: 1 }),
      ),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
    const [refused] = made.filter(({ status }) => status !== 201)
    expect(refused && (await refusal(refused))).toMatchObject({
      status: 422,
      code: 'too_many_tokens',
    })
  })
})

describe('paying with an access token', () => {
  it('is limited by the token’s own day, each token for itself, under concurrency and across midnight', async () => {
    const alan = await server.signIn('alan')
    const [one, two] = [await program(alan, pays('50')), await program(alan, pays('20'))]
    const at = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) =>
        one.post('/api/wallet/transfer', dollars(`15.0${n}`), keyed(randomUUID())),
      ),
    )
    expect(at.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 422, 422, 422])
    const full = await one.post('/api/wallet/transfer', dollars('5.00'))
    expect(await refusal(full)).toMatchObject({ code: 'token_limit', fields: { amount: expect.any(String) } })
    // Tokens count as much as they do in the wallet's total.
    expect((await two.post('/api/wallet/transfer', { ...dollars('150'), currency: 'YUT' })).status).toBe(201)
    expect(
      (await two.post('/api/wallet/send-transfer', { to_user_identifier: 'grace', amount: 501 })).status,
    ).toBe(422)
    expect(
      (await two.post('/api/wallet/send-transfer', { to_user_identifier: 'grace', amount: 500 })).status,
    ).toBe(201)
    await sends(alan, dollars('100.00'))
    clock.forward(DAY_MS)
    expect((await one.post('/api/wallet/transfer', dollars('50.00'))).status).toBe(201)
    expect((await one.post('/api/wallet/transfer', dollars('0.01'))).status).toBe(422)
  })

  it('moves once for a key, whoever repeats it, and a repetition finds no room taken twice', async () => {
    const alan = await server.signIn('alan')
    const { post } = await program(alan, pays('10'))
    const key = randomUUID()
    const first = await (await post('/api/wallet/transfer', dollars('10.00'), keyed(key))).json()
    expect(first).toMatchObject({ status: 'completed' })
    const again = await Promise.all(
      [post, post, alan.post].map(async (by) =>
        (await by('/api/wallet/transfer', dollars('10.00'), keyed(key))).json(),
      ),
    )
    expect(again).toEqual([first, first, first])
    // No second payment under it either: not another amount, not another payee.
    for (const other of [dollars('1.00'), dollars('10.00', 'ada')])
      expect(await refusal(await post('/api/wallet/transfer', other, keyed(key)))).toMatchObject({
        status: 422,
        code: 'idempotency_key_reused',
      })
    // A refused payment takes no room.
    const { post: small } = await program(alan, pays('10'))
    expect((await small('/api/wallet/transfer', dollars('10.00', 'nobody-at-all'))).status).toBe(404)
    expect((await small('/api/wallet/transfer', dollars('10.00'))).status).toBe(201)
  })

  it('is never fresh: what needs the member is refused, and no passkey helps', async () => {
    const alan = await server.signIn('alan')
    const { post } = await program(alan, pays('1000'))
    const large = await post('/api/wallet/transfer', dollars('250.00', 'katherine'), {
      'Passkey-Assertion': '{}',
    })
    const { error, step_up: stepUp, ...refused } = await refusal(large)
    expect(refused).toMatchObject({ status: 403, code: 'fresh_sign_in_required' })
    expect(error).toContain('access token')
    expect(stepUp).toBeUndefined()
    // The member may, and what tokens paid counts for them.
    await sends(alan, dollars('250.00', 'katherine'))
  })

  it('is counted with all of the member’s calls', async () => {
    const strict = await startTestServer({ env: { RATE_LIMIT_MONEY_PER_MINUTE: '4' } })
    try {
      const ada = await strict.signIn('ada')
      const programs = await Promise.all([1, 2].map(() => programWith(strict.url, ada, pays('100'))))
      const statuses: number[] = []
      for (const { post } of [...programs, ...programs, ...programs])
        statuses.push((await post('/api/wallet/transfer', dollars('1.00'))).status)
      expect(statuses).toEqual([201, 201, 201, 201, 429, 429])
    } finally {
      await strict.stop()
    }
  })
})
