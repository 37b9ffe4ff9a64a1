import { createHash, createECDH, randomUUID } from 'node:crypto'
import Keygrip from 'keygrip'
import { beforeAll, describe, expect, it } from 'vitest'
import type { operations as Operations } from '../../../api/contract/operations.ts'
import { operations } from '../../../api/contract/operations.ts'
import { openBrowser } from '../../support/browser.ts'
import { eventually } from '../../support/read-models.ts'
import { giveEverything, type Belongings } from '../../support/belongings.ts'
import { NO_PUSH_SERVICE, signedIn, testServer } from '../../support/test-server.ts'
import { asks } from '../../support/request-calls.ts'
import { keyed } from '../../support/wallet-calls.ts'

type Table = typeof Operations
type Named = { [Id in keyof Table]: Table[Id] extends { readonly params: unknown } ? Id : never }[keyof Table]
type OfMembers = {
  [Id in Named]: Table[Id] extends { readonly access: 'member' } ? Id : never
}[Named]

interface Attempt {
  readonly params: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The answer of a call that accepts unknown ids and ignores them. */
  readonly harmless?: unknown
}

/**
 * Every operation with an id in its path, with an id of Ada's in that place. The type requires each of
 * them: a route that is added and missing here does not compile.
 */
const HERS: Readonly<Record<OfMembers, (hers: Belongings) => Attempt | 'no id of a member'>> = {
  endPush: (hers) => ({ params: { id: hers.pushPlace } }),
  changePushPlace: (hers) => ({ params: { id: hers.pushPlace }, body: { off: [] } }),
  endSession: (hers) => ({ params: { id: hers.session } }),
  endAccessToken: (hers) => ({ params: { id: hers.accessToken } }),
  removePasskey: (hers) => ({ params: { id: hers.passkey } }),
  getMovement: (hers) => ({ params: { id: hers.event } }),
  setMovementNote: (hers) => ({ params: { id: hers.event }, body: { note: 'Taken over' } }),
  reportMovement: (hers) => ({ params: { id: hers.event }, body: { reason: 'other', details: 'No' } }),
  addToCase: (hers) => ({ params: { number: hers.reported }, body: { text: 'Never mind' } }),
  getTransfer: (hers) => ({ params: { id: hers.transfer } }),
  getTransferByKey: (hers) => ({ params: { key: hers.transferKey } }),
  getDeposit: (hers) => ({ params: { id: hers.deposit } }),
  getDepositByKey: (hers) => ({ params: { key: hers.depositKey } }),
  validateFundingAccount: (hers) => ({ params: { id: hers.bankAccount }, body: { amounts: [32, 45] } }),
  removeBankAccount: (hers) => ({ params: { id: hers.savedAccount } }),
  getWithdrawal: (hers) => ({ params: { id: hers.withdrawal } }),
  cancelWithdrawal: (hers) => ({ params: { id: hers.withdrawal } }),
  authenticateTestCard: (hers) => ({ params: { id: hers.deposit }, body: { outcome: 'approve' } }),
  getOutcomeByKey: (hers) => ({ params: { key: hers.transferKey } }),
  getTransferRequestByKey: (hers) => ({ params: { key: hers.requestKey } }),
  respondToTransferRequest: (hers) => ({ params: { id: hers.asked }, body: { action: 'decline' } }),
  cancelTransferRequest: (hers) => ({ params: { id: hers.request } }),
  getStatement: () => 'no id of a member',
  getReceipt: (hers) => ({ params: { id: hers.event } }),
  getReceiptOf: (hers) => ({ params: { kind: 'transfer', id: hers.transfer } }),
  updateEsimProfile: (hers) => ({ params: { id: hers.device }, body: { device_label: 'Taken over' } }),
  deleteProfile: (hers) => ({ params: { id: hers.device } }),
  suspendProfile: (hers) => ({ params: { id: hers.device } }),
  resumeProfile: (hers) => ({ params: { id: hers.device } }),
  retryProfile: (hers) => ({ params: { id: hers.device } }),
  getActivation: (hers) => ({ params: { id: hers.device } }),
  getDiagnostics: (hers) => ({ params: { subscriberId: hers.subscriber } }),
  applyInsight: (hers) => ({ params: { id: hers.insight } }),
  dismissInsight: (hers) => ({ params: { id: hers.insight } }),
  getProfileQr: (hers) => ({ params: { id: hers.member } }),
  revokeCredential: (hers) => ({ params: { id: hers.credential } }),
  exportCredentialJson: (hers) => ({ params: { id: hers.credential } }),
  exportCredentialJwt: (hers) => ({ params: { id: hers.credential } }),
  unblockMember: (hers) => ({ params: { id: hers.blocked } }),
  getContact: (hers) => ({ params: { id: hers.contact } }),
  updateContact: (hers) => ({ params: { id: hers.contact }, body: { contact_name: 'Taken over' } }),
  deleteContact: (hers) => ({ params: { id: hers.contact } }),
  getCircle: (hers) => ({ params: { id: hers.circle } }),
  updateCircle: (hers) => ({ params: { id: hers.circle }, body: { name: 'Taken over' } }),
  deleteCircle: (hers) => ({ params: { id: hers.circle } }),
  listCircleMembers: (hers) => ({ params: { id: hers.circle } }),
  addCircleMember: (hers) => ({ params: { id: hers.circle }, body: { contactId: hers.contact } }),
  addCircleMembers: (hers) => ({ params: { id: hers.circle }, body: { contact_ids: [hers.contact] } }),
  removeCircleMember: (hers) => ({ params: { circleId: hers.circle, contactId: hers.contact } }),
  getPool: (hers) => ({ params: { id: hers.pool } }),
  listPoolActivity: (hers) => ({ params: { id: hers.pool } }),
  contributeToPool: (hers) => ({ params: { id: hers.pool }, body: { amount_cents: 1_000 } }),
  withdrawFromPool: (hers) => ({ params: { id: hers.pool }, body: { amount_cents: 1_000 } }),
  changePoolSettings: (hers) => ({
    params: { id: hers.pool },
    body: { auto_bill_payment_enabled: true },
  }),
  closePool: (hers) => ({ params: { id: hers.pool } }),
  getBill: (hers) => ({ params: { id: hers.bill } }),
  payBill: (hers) => ({ params: { id: hers.bill } }),
}

/** Public operations, and what the id in their path names. */
const FOR_EVERYBODY: Readonly<Record<Exclude<Named, OfMembers>, string>> = {
  receiveWebhook: 'the name of a provider',
  receiveIdentityWebhook: 'the name of a provider',
  receiveBankWebhook: 'the name of a provider',
  getLeafProof: 'a place in the log, which tells nothing of an event',
  getPublicProfile: 'what its member chose to share',
  resolveDid: 'a public key',
  getMemberDidJson: 'a public key',
  getStatusList: 'bits without names',
}

/** Operations with an id in their body, or with more than one kind of id in their path. */
const more = (hers: Belongings): readonly (readonly [keyof Table, Attempt])[] => [
  ['getReceiptOf', { params: { kind: 'vote', id: hers.vote } }],
  ['getReceiptOf', { params: { kind: 'deposit', id: hers.deposit } }],
  ['getReceiptOf', { params: { kind: 'bill', id: hers.bill } }],
  ['createAchDeposit', { params: {}, body: { amount: 10_00, origin_payment_method: hers.bankAccount } }],
  ['withdraw', { params: {}, body: { bank_account_id: hers.savedAccount, amount_usd: '5.00', rail: 'ach' } }],
  ['deleteContacts', { params: {}, body: { contact_ids: [hers.contact] }, harmless: { deleted: 0 } }],
]

let hers: Belongings
const server = testServer({ env: { SANDBOX_MINUTE_SECONDS: '1' } })
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
const alan = signedIn(server, 'alan')
beforeAll(async () => {
  hers = await giveEverything(server, ada, alan)
}, 120_000)

const call = (member: Pick<typeof ada, 'fetch'>, id: keyof Table, { params, body }: Attempt) => {
  const { method, path } = operations[id]
  return member.fetch(
    path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? '')),
    {
      method,
      headers: {
        ...keyed(randomUUID()),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  )
}

/** An id like this one, of nothing. */
const nobodys = (id: string): string =>
  id.startsWith('pm_') ? 'pm_none' : /^\d+$/.test(id) ? '999999999' : randomUUID()

/** The same attempt with unknown ids in place of Ada's. */
const unknown = (attempt: Attempt): Attempt => {
  const text = Object.values(hers).reduce(
    (json, id) => json.replaceAll(`"${id}"`, `"${nobodys(id)}"`),
    JSON.stringify(attempt),
  )
  return JSON.parse(text)
}

const answerOf = async (answer: Promise<Response>) => {
  const response = await answer
  return { status: response.status, text: await response.text() }
}

const attempts = (): readonly (readonly [keyof Table, Attempt])[] => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets which keys they are
  const ids = Object.keys(HERS) as OfMembers[]
  const named = ids.flatMap((id) => {
    const attempt = HERS[id](hers)
    return attempt === 'no id of a member' ? [] : [[id, attempt] as const]
  })
  return [...named, ...more(hers)]
}

/** Types of the events that the member has appended since; the server itself goes on to append others. */
const written = async (memberId: string, since: bigint): Promise<string[]> => {
  const types: string[] = []
  for await (const { position, type, metadata } of server.ledger.store.readAll())
    if (position > since && metadata['actor'] === memberId) types.push(type)
  return types
}

describe('an id of another member', () => {
  it('stands in the table for every route that has one', () => {
    const routes = Object.values(operations).filter(({ path }) => path.includes('{'))
    expect(routes.map(({ id }) => id).toSorted()).toEqual(
      [...Object.keys(HERS), ...Object.keys(FOR_EVERYBODY)].toSorted(),
    )
  })

  it('is answered as one that never was, and nothing is written', async () => {
    const head = await server.ledger.store.head()
    for (const [id, attempt] of attempts()) {
      const { status, text } = await answerOf(call(grace, id, attempt))
      if (attempt.harmless === undefined) expect.soft(status, `${id} ${text}`).toBeOneOf([403, 404, 422])
      else expect.soft(JSON.parse(text), id).toEqual(attempt.harmless)
      expect.soft({ status, text }, id).toEqual(await answerOf(call(grace, id, unknown(attempt))))
    }
    expect(await written(grace.id, head)).toEqual([])
  })

  it('is refused to whoever has not signed in', async () => {
    const visitor = openBrowser(server.url)
    for (const [id, attempt] of attempts())
      expect.soft((await call(visitor, id, attempt)).status, id).toBe(401)
  })

  it('was a true one: its owner gets further with it', async () => {
    // In this order: deleted things are gone.
    const rank = { GET: 0, PUT: 1, POST: 2, DELETE: 3 }
    const place = (id: keyof Table) => rank[operations[id].method]
    const order = attempts().toSorted(([a], [b]) => place(a) - place(b))
    const unproven = new Map(Object.entries(hers))
    for (const [id, attempt] of order) {
      const { status } = await call(ada, id, attempt)
      if (status === 404) continue
      const named = JSON.stringify(attempt)
      for (const [what, one] of unproven) if (named.includes(one)) unproven.delete(what)
    }
    expect([...unproven.keys()]).toEqual([])
  })
})

/** Operations for everybody: a new one is added here on purpose, or it is a member's. */
const PUBLIC = [
  'getLiveness', 'getReadiness', 'getSession', 'getSignInUrl', 'createSession', 'logout', 'postLogout',
  'receiveWebhook', 'receiveIdentityWebhook', 'receiveBankWebhook', 'getCheckpoint', 'getLogKeys', 'getConsistencyProof',
      'getHealth', 'getInclusionProof', 'getLeafProof',
  'submitCosignature', 'getPublicProfile', 'resolveDid', 'getMemberDidJson', 'getPlatformDidJson', 'getJsonLdContext', 'getJsonLdContextV2',
  'getStatusList', 'getOperator',
] // prettier-ignore

/** Operations that an aged session is refused, whatever they are called with. */
const SENSITIVE = [
  'removePasskey',
  'createAccessToken',
  'revealAccountNumber',
  'changeHandle',
  'exportIdentityData',
  'closeAccount',
  'beginClosing',
  'deleteProfile',
  'addBankAccount',
  'withdraw',
]

/** Calls that an aged session is refused because of what is in them, and that would succeed after a fresh sign-in. */
const sensitiveCalls = (asked: string): readonly (readonly [keyof Table, Attempt])[] => [
  ['sendTransfer', { params: {}, body: { to_user_identifier: 'alan', amount: 1_000_00 } }],
  ['transfer', { params: {}, body: { to_user_identifier: 'alan', currency: 'USD', amount: '1000.00' } }],
  [
    'transferYut',
    { params: {}, body: { to_address: 'katherine', amount: '400', transfer_type: 'transfer' } },
  ],
  ['respondToTransferRequest', { params: { id: asked }, body: { action: 'approve' } }],
  ['changeNotificationSettings', { params: {}, body: { off: [], amounts: true } }],
  [
    'subscribePush',
    {
      params: {},
      body: {
        endpoint: `${NO_PUSH_SERVICE}/another`,
        keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'B'.repeat(22) },
      },
    },
  ],
]

const COOKIE = 'youtility-dev'
type Cookies = ReadonlyMap<string, string>
const hashOfSession = (cookies: Cookies): string =>
  createHash('sha256')
    .update(cookies.get(COOKIE) ?? '')
    .digest('base64url')

/** Sends exactly these cookies, whatever the server answers. */
const holderOf = (cookies: Cookies): Pick<typeof ada, 'fetch'> => ({
  fetch: (path, init = {}) =>
    openBrowser(server.url).fetch(path, {
      ...init,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    }),
})

/** Alters a stored session, as time would, and waits until the server has heard of it. */
const altered = async (cookies: Cookies, data: string, is: (status: number) => boolean, probe: string) => {
  const { rowCount } = await server.pool.query(`update app.session set data = ${data} where id_hash = $1`, [
    hashOfSession(cookies),
  ])
  expect(rowCount).toBe(1)
  await eventually(
    async () =>
      is(
        (await holderOf(cookies).fetch(probe, { method: probe.includes('reveal') ? 'POST' : 'GET' })).status,
      ),
    'the server has heard of it',
  )
  return cookies
}

/** Cookies that were hers, or look like them, and open nothing. */
const dead = async (): Promise<Readonly<Record<string, Cookies>>> => {
  const [out, revoked, expired, idle, intact] = await Promise.all(
    Array.from({ length: 5 }, () => server.signIn('ada')),
  )
  if (!out || !revoked || !expired || !idle || !intact) throw new Error('five sign-ins')
  const signedOut = new Map(out.cookies)
  expect((await out.post('/api/logout')).status).toBe(200)
  const { sessions } = operations.listSessions.response.parse(
    await (await revoked.fetch('/api/sessions')).json(),
  )
  const ended = sessions.find(({ current }) => current)?.id ?? ''
  expect((await intact.post(`/api/sessions/${ended}/end`)).status).toBe(204)
  const signedBy = (id: string, key: string) =>
    new Map([
      [COOKIE, id],
      [`${COOKIE}.sig`, new Keygrip([key], 'sha256').sign(`${COOKIE}=${id}`)],
    ])
  const hersId = intact.cookies.get(COOKIE) ?? ''
  const visitor = openBrowser(server.url)
  await visitor.fetch('/api/oauth/google/redirect_url')
  const gone = (status: number) => status === 401
  return {
    'signed out': signedOut,
    'ended from another place': new Map(revoked.cookies),
    'over after twelve hours': await altered(
      new Map(expired.cookies),
      `jsonb_set(data, '{startedAt}', to_jsonb((data ->> 'startedAt')::bigint - 13 * 3600000))`,
      gone,
      '/api/users/me',
    ),
    'over after half an hour': await altered(
      new Map(idle.cookies),
      `data || jsonb_build_object('seenAt', (data ->> 'seenAt')::bigint - 1860000, 'device', 'Asleep')`,
      gone,
      '/api/users/me',
    ),
    'signed for another member’s': new Map([
      [COOKIE, hersId],
      [`${COOKIE}.sig`, grace.cookies.get(`${COOKIE}.sig`) ?? ''],
    ]),
    'of another place, with its key': signedBy(hersId, 'a key of another installation, long enough'),
    unsigned: new Map([[COOKIE, hersId]]),
    'her session’s hash from the database': signedBy(hashOfSession(intact.cookies), 'a key of nobody'),
    'of a sign-in that was not finished': new Map(visitor.cookies),
  }
}

/** What is stored about her, without what the server itself records of calls. */
const stored = async (): Promise<string> => {
  const { rows: tables } = await server.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'app' and column_name = 'member_id' and data_type = 'uuid'
       and table_name not in ('security_event', 'idempotency_key', 'notification', 'push_delivery')
       and table_name not like 'telecom%' order by 1`,
  )
  const digests = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as rows
       from app.${name} t where member_id = $1`,
  )
  return JSON.stringify((await server.pool.query(digests.join(' union all '), [ada.id])).rows)
}

const bare = (id: keyof Table): Attempt => ({
  params: Object.fromEntries(
    [...operations[id].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, randomUUID()]),
  ),
  ...(operations[id].method !== 'GET' && { body: {} }),
})
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets which keys they are
const ids = Object.keys(operations) as (keyof Table)[]

describe('a session that is over, or was never hers', () => {
  it('opens no operation of members: each gives the same answer, and nothing has changed', async () => {
    expect(ids.filter((id) => operations[id].access === 'public').toSorted()).toEqual(PUBLIC.toSorted())
    const [head, before, found] = [await server.ledger.store.head(), await stored(), new Map(attempts())]
    const answers = new Map<string, string>()
    for (const [what, cookies] of Object.entries(await dead())) {
      const holder = holderOf(cookies)
      for (const id of ids.filter((one) => operations[one].access === 'member')) {
        const { status, text } = await answerOf(call(holder, id, found.get(id) ?? bare(id)))
        answers.set(`${status} ${text}`, `${id} with a session ${what}`)
      }
      expect(await (await holder.fetch('/api/session')).json(), what).toEqual({ member: null })
    }
    expect(Object.fromEntries(answers)).toEqual({
      '401 {"error":"Please sign in.","code":"not_signed_in"}': expect.any(String),
    })
    expect(await written(ada.id, head)).toEqual([])
    expect(await stored()).toBe(before)
  }, 120_000)
})

describe('a session whose sign-in is not fresh any more', () => {
  it('is refused what a stolen browser must not do, and nothing has changed', async () => {
    expect(ids.filter((id) => 'sensitive' in operations[id]).toSorted()).toEqual(SENSITIVE.toSorted())
    const [alan, hersNow] = [await server.signIn('alan'), await server.signIn('ada')]
    const { id: asked } = await asks(alan, 'ada', 1_000)
    const aged = await altered(
      new Map(hersNow.cookies),
      `jsonb_set(data, '{provenAt}', to_jsonb((data ->> 'provenAt')::bigint - 660000))`,
      (status) => status === 403,
      '/api/wallet/treasury-account/reveal',
    )
    const holder = holderOf(aged)
    // A dollar less than what may go to somebody new without a step-up.
    const small = { params: {}, body: { to_user_identifier: 'katherine', currency: 'USD', amount: '249.00' } }
    expect((await answerOf(call(holder, 'transfer', small))).status).toBe(201)
    const [head, before] = [await server.ledger.store.head(), await stored()]
    const sensitive = ids.filter((id) => SENSITIVE.includes(id)).map((id) => [id, bare(id)] as const)
    for (const [id, attempt] of [...sensitive, ...sensitiveCalls(asked)]) {
      const { status, text } = await answerOf(call(holder, id, attempt))
      expect.soft(`${id} ${status} ${text}`).toMatch(new RegExp(`^${id} 403 .*"fresh_sign_in_required"`))
    }
    expect(await written(ada.id, head)).toEqual([])
    expect(await stored()).toBe(before)
    // The same calls reach their handlers after a fresh sign-in.
    for (const [id, attempt] of sensitiveCalls(asked)) {
      const { text } = await answerOf(call(await server.signIn('ada'), id, attempt))
      expect.soft(`${id} ${text}`).not.toContain('fresh_sign_in_required')
    }
  }, 120_000)
})
