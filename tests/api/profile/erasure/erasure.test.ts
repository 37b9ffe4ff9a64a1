import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { addNotifications } from '../../../../api/notifying/notifying.ts'
import { memberEvents } from '../../../../events/profile/events.ts'
import type { SignedCredential } from '../../../../api/contract/credentials.ts'
import { cycleAt } from '../../../../api/devices/cycle.ts'
import { profileOperations } from '../../../../api/contract/profile.ts'
import { formatMinor, parseAmount, usd } from '../../../../events/money.ts'
import type { Browser } from '../../../support/browser.ts'
import { credentialsOf, issues, profileOf, put, saves } from '../../../support/identity-calls.ts'
import { addPasskey } from '../../../support/passkey-calls.ts'
import { asks, requestsOf } from '../../../support/request-calls.ts'
import { becomes, deletes, provisions } from '../../../support/device-calls.ts'
import { eventually } from '../../../support/read-models.ts'
import { signedIn, testServer } from '../../../support/test-server.ts'
import { keyed, pageOf, refusal, sends } from '../../../support/wallet-calls.ts'
import { verifyIndependently } from '../../credentials/independent-verifier.ts'

/** Words in the member's data; a row that has one of them afterwards was not erased. */
const PLANTED = {
  bio: 'Planted biography',
  organization: 'Planted Engines Ltd',
  title: 'Planted title',
  display: 'Planted Countess',
  website: 'https://planted.example',
  phone: '+12125550177',
  contact: 'Planted Contact',
  circle: 'Planted circle',
  passkey: 'Planted passkey',
  device: 'Planted phone',
  sentWords: 'Planted words to Grace',
  askedWords: 'Planted words of a request',
  handle: 'planted_handle',
  name: 'Ada Lovelace',
  email: 'ada@youtility.example',
} as const

const keyOfGrace = randomUUID()
const TO_ADA = { to_user_identifier: 'ada', currency: 'USD', amount: '2.00', message: 'Words of Grace' }
let credential: SignedCredential
let deviceId = ''
let message: { readonly status: number; readonly text: string }

const gives = async (memberId: string, depositId: string) => {
  await server.ledger.wallets.execute(
    memberId,
    { type: 'creditDeposit', depositId, source: 'bank', amount: usd(10_000) },
    { actor: 'test', correlationId: depositId, causationId: depositId, at: new Date().toISOString() },
  )
}

/** Cents by the ledger, which is always current. */
const dollarsOf = async ({ id }: { readonly id: string }): Promise<bigint> => {
  const wallet = await server.ledger.wallets.stateOf(id)
  return wallet.status === 'absent' ? 0n : wallet.balances.USD
}
const parseCents = (text: string | undefined): bigint => {
  const parsed = parseAmount('USD', text ?? '')
  return parsed.ok ? parsed.money.minor : 0n
}

const close = (member: Browser, handle: unknown): Promise<Response> =>
  member.post('/api/profile/close', { handle })

const server = testServer({ env: { SEED: 'none', SANDBOX_MINUTE_SECONDS: '1' } })
const ada = signedIn(server, 'ada')
const otherTab = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
beforeAll(async () => {
  await gives(ada.id, randomUUID())
  await gives(grace.id, randomUUID())

  await put(ada, '/api/profile/handle', { handle: PLANTED.handle })
  await saves(ada, {
    display_name: PLANTED.display,
    bio: PLANTED.bio,
    organization: PLANTED.organization,
    title: PLANTED.title,
    website_url: PLANTED.website,
    phone_endpoint: PLANTED.phone,
    shared: ['display_name', 'name', 'bio', 'email', 'phone_endpoint', 'handle'],
  })
  credential = (await issues(ada, 'ProfileCredential')).credential
  await issues(ada, 'YoutilityMemberCredential')
  await ada.fetch('/api/did/document')
  await ada.post('/api/contacts', { contact_name: PLANTED.contact, phone_number: '+442079460033' })
  await ada.post('/api/contact-circles', { name: PLANTED.circle, color: '#8b5cf6' })
  await addPasskey(ada, server.url, PLANTED.passkey)
  await ada.post('/api/passkeys/wait')
  await ada.post('/api/payments/ach/save-account', {
    routing_number: '110000000',
    account_number: '000123456789',
    account_holder_name: PLANTED.name,
    account_type: 'checking',
  })
  deviceId = (await provisions(ada, { device_label: PLANTED.device })).id
  const told = { kind: 'data', deviceId, label: PLANTED.device, percent: 80 } as const
  await addNotifications(server.pool, [
    { memberId: ada.id, subject: 'planted', facts: told, at: new Date().toISOString() },
  ])
  await put(ada, '/api/notifications/settings', { off: ['vote'], amounts: true })
  const sent = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00', message: PLANTED.sentWords }
  await sends(ada, sent, keyed(randomUUID()))
  await asks(ada, 'grace', '5.00', { message: PLANTED.askedWords })
  await asks(grace, 'ada', '6.00')
  const answer = await grace.post('/api/wallet/transfer', TO_ADA, keyed(keyOfGrace))
  message = { status: answer.status, text: await answer.text() }
  expect(message.text).toContain(PLANTED.name)
})

/** Every row of every table, as text, that contains any of `words`. */
const rowsWith = async (words: readonly string[]): Promise<string[]> => {
  const { rows: tables } = await server.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema ~ '^(app|event_store|read_.*)$' and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(25)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await server.pool.query<{ row: string }>(
      `select t::text as row from ${name} t
       where exists (select 1 from unnest($1::text[]) as word where position(lower(word) in lower(t::text)) > 0)`,
      [words],
    )
    found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 300)}`))
  }
  return found
}

it('begins with an account that is in use', async () => {
  await becomes(ada, deviceId, 'active')
  // Messages to other members are never stored in the clear.
  const { sentWords, askedWords, ...readable } = PLANTED
  for (const word of Object.values(readable)) expect(await rowsWith([word]), word).not.toEqual([])
  expect(await rowsWith([sentWords, askedWords])).toEqual([])
})

describe('closing is refused', () => {
  it('while anything is left, saying what, and nothing has happened', async () => {
    const answer = await refusal(await close(ada, PLANTED.handle))
    expect(answer).toMatchObject({ status: 422, code: 'wallet_not_empty' })
    expect(answer.error).toBe(
      'Your wallet still holds $101.00. Send it to somebody first. Your wallet still holds 100.00 YUT. Send it to somebody first. This needs a verified identity, and you have not shown who you are yet. Verify your identity in your profile; it takes a few minutes. You still have a device. Delete your devices first; the days of their service are then paid from your wallet.',
    )
    const closing = JSON.parse(await (await ada.fetch('/api/profile/closing')).text())
    expect(closing.obstacles.map(({ code }: { code: string }) => code)).toEqual([
      'wallet_not_empty',
      'wallet_not_empty',
      'withdrawal_not_possible',
      'device_in_service',
    ])
    expect((await profileOf(ada)).bio).toBe(PLANTED.bio)
    const { rows } = await server.pool.query('select 1 from app.erasure')
    expect(rows).toEqual([])
  })

  it.each([['grace'], [''], ['ada'], [undefined], [5]])('when %j is typed for the handle', async (handle) => {
    const answer = await refusal(await close(ada, handle))
    expect(answer.fields).toEqual({ handle: 'Type your handle to confirm.' })
  })

  it('for nobody and from elsewhere', async () => {
    expect((await fetch(`${server.url}/api/profile/close`, { method: 'POST' })).status).toBe(401)
    const elsewhere = await ada.post(
      '/api/profile/close',
      { handle: PLANTED.handle },
      { 'Sec-Fetch-Site': 'cross-site' },
    )
    expect(elsewhere.status).toBe(403)
  })
})

const closingOf = async (member: Browser) =>
  profileOperations.getClosing.response.parse(await (await member.fetch('/api/profile/closing')).json())

describe('a device', () => {
  const codes = async () => (await closingOf(ada)).obstacles.map(({ code }) => code)

  it('keeps the account open until it is ended at the carrier and its usage is counted', async () => {
    expect((await deletes(ada, deviceId)).status).toBe(204)
    await eventually(async () => (await codes()).includes('usage_being_counted'), 'the line is ended')
    const lines = await server.pool.query('select released from app.sandbox_line')
    expect(lines.rows).toEqual([{ released: true }])
    expect((await ada.post('/api/sandbox/clock/advance', { days: 1 })).status).toBe(200)
    await eventually(async () => !(await codes()).includes('usage_being_counted'), 'the usage is counted')
  })

  it('owes the days of its service, which the wallet must hold', async () => {
    const { owed_usd: owed, obstacles } = await closingOf(ada)
    const { firstDay, days } = cycleAt(new Date())
    expect(firstDay).toMatch(/-01$/)
    // One day of the $35.00 of its plan, rounded half up.
    expect(owed).toBe(formatMinor('USD', BigInt(Math.floor((2 * 3_500 + days) / (2 * days)))))
    expect(obstacles[0]?.message).toContain(`$${owed} of it pays what you owe`)
    const cents = await dollarsOf(ada)
    await sends(ada, {
      to_user_identifier: 'grace',
      currency: 'USD',
      amount: formatMinor('USD', cents - 100n),
    })
    expect(await refusal(await close(ada, PLANTED.handle))).toMatchObject({ code: 'owed_not_covered' })
    const { position } = await sends(grace, {
      to_user_identifier: PLANTED.handle,
      currency: 'USD',
      amount: formatMinor('USD', cents - 100n),
    })
    await pageOf(ada, '', position)
  })
})

describe('once the wallet holds what is owed and nothing else', () => {
  it('the account is closed, in every tab, and its bill paid', async () => {
    const owed = parseCents((await closingOf(ada)).owed_usd)
    await sends(ada, {
      to_user_identifier: 'grace',
      currency: 'USD',
      amount: formatMinor('USD', (await dollarsOf(ada)) - owed),
    })
    const { position } = await sends(ada, { to_user_identifier: 'grace', currency: 'YUT', amount: '100' })
    expect((await rowsWith(Object.values(PLANTED))).length).toBeGreaterThan(8)
    await pageOf(ada, '', position)
    const response = await close(ada, `@${PLANTED.handle.toUpperCase()}`)
    expect([response.status, await response.text()]).toEqual([200, '{"closed":true}'])
    for (const tab of [ada, otherTab])
      for (const path of ['/api/users/me', '/api/profile', '/api/wallet', '/api/did/credentials'])
        expect((await tab.fetch(path)).status).toBe(401)
    const paid = await Array.fromAsync(server.ledger.store.readAll(), ({ type, data }) => ({ type, data }))
    expect(paid.filter(({ type }) => type === 'BillIssued' || type === 'BillPaid')).toMatchObject([
      { type: 'BillIssued', data: { memberId: ada.id, closing: true, amount: { minor: owed.toString() } } },
      { type: 'BillPaid', data: { memberId: ada.id, amount: { minor: owed.toString() } } },
    ])
    expect(await dollarsOf(ada)).toBe(0n)
  })

  it('no table holds anything of theirs', async () => {
    await expect
      .poll(() => rowsWith([...Object.values(PLANTED), '000123456789']), { timeout: 10_000 })
      .toEqual([])
  })

  it('no log line ever did', () => {
    const lines = server.logged().toLowerCase()
    expect(lines.length).toBeGreaterThan(1_000)
    for (const word of [...Object.values(PLANTED), '000123456789'])
      expect(lines).not.toContain(word.toLowerCase())
  })

  it('others see a former member, and keep their own words', async () => {
    const head = (await server.ledger.store.head()).toString()
    const page = JSON.stringify(await pageOf(grace, '?limit=100', head))
    expect(page).toContain('Former member')
    expect(page).toContain('Words of Grace')
    for (const word of [PLANTED.name, PLANTED.handle, PLANTED.sentWords]) expect(page).not.toContain(word)
    const { incoming_requests, outgoing_requests } = await requestsOf(grace, head)
    expect(incoming_requests).toMatchObject([
      { status: 'cancelled', message: null, requester_name: 'Former member' },
    ])
    expect(outgoing_requests).toMatchObject([{ status: 'declined', sender_name: 'Former member' }])
    const exported = await (await grace.fetch('/api/profile/export')).text()
    for (const word of Object.values(PLANTED)) expect(exported).not.toContain(word)
  })

  it('an answer that was kept for another member’s key names nobody', async () => {
    const again = await grace.post('/api/wallet/transfer', TO_ADA, keyed(keyOfGrace))
    const text = await again.text()
    expect(again.status).toBe(message.status)
    expect(text).toBe(
      message.text.replace(
        `"name":"${PLANTED.name}","handle":"${PLANTED.handle}"`,
        '"name":"Former member","handle":""',
      ),
    )
  })

  it('the DID is deactivated, the public page gone, the credentials revoked', async () => {
    const host = `localhost%3A${new URL(server.url).port}`
    for (const did of [`did:youtility:${ada.id}`, `did:web:${host}:did:${ada.id}`]) {
      const response = await fetch(`${server.url}/api/did/resolve/${encodeURIComponent(did)}`)
      expect(response.status).toBe(410)
      expect(JSON.parse(await response.text())).toMatchObject({
        didDocument: null,
        didDocumentMetadata: { deactivated: true },
      })
    }
    expect((await fetch(`${server.url}/did/${ada.id}/did.json`)).status).toBe(410)
    expect(await refusal(await fetch(`${server.url}/api/members/${ada.id}/public-profile`))).toMatchObject({
      status: 410,
      code: 'member_gone',
    })
    expect(await verifyIndependently(credential)).toMatchObject({ verified: false, revoked: true })
    for (const identifier of ['ada', PLANTED.handle, PLANTED.email, `did:youtility:${ada.id}`])
      expect(
        (await grace.fetch(`/api/members/lookup?identifier=${encodeURIComponent(identifier)}`)).status,
      ).toBe(404)
  })

  it('the ledger replays whole, with the member as an id', async () => {
    const stream = await Array.fromAsync(server.ledger.store.readStream(memberEvents.streamOf(ada.id)))
    expect(stream.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'MemberErased', data: { memberId: ada.id } },
    ])
    await server.check()
  })

  it('who signs in again is a new member, with another handle', async () => {
    const again = await server.signIn('ada')
    expect(again.id).not.toBe(ada.id)
    const profile = await profileOf(again)
    expect(profile).toMatchObject({ bio: null, display_name: null })
    expect(profile.handle).not.toBe('ada')
    expect((await credentialsOf(again)).credentials).toEqual([])
    const { transactions } = await pageOf(again, '?limit=100', (await server.ledger.store.head()).toString())
    expect(transactions.filter(({ kind }) => kind.startsWith('transfer'))).toEqual([])
    await server.check()
  })

  it('what a request still wrote meanwhile goes with the last sweep', async () => {
    await server.pool.query(
      `insert into app.contact_book (member_id, revision) values ($1, 1) on conflict do nothing`,
      [ada.id],
    )
    await server.pool.query(
      `insert into app.blocked_member values ($1, gen_random_uuid(), gen_random_uuid(), now())`,
      [ada.id],
    )
    await server.pool.query(`update app.erasure set next_at = now() where member_id = $1`, [ada.id])
    await expect
      .poll(
        async () =>
          (await server.pool.query('select step from app.erasure where member_id = $1', [ada.id])).rows,
        { timeout: 20_000 },
      )
      .toEqual([{ step: 'done' }])
    const { rows } = await server.pool.query(
      `select member_id from app.contact_book where member_id = $1
       union all select member_id from app.blocked_member where member_id = $1`,
      [ada.id],
    )
    expect(rows).toEqual([])
  })
})
