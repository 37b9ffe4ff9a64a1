import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { operations as Operations } from '../../../api/contract/operations.ts'
import { operations } from '../../../api/contract/operations.ts'
import { openBrowser } from '../../support/browser.ts'
import { giveEverything, type Belongings } from '../../support/belongings.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
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
  removePasskey: (hers) => ({ params: { id: hers.passkey } }),
  getTransfer: (hers) => ({ params: { id: hers.transfer } }),
  getTransferByKey: (hers) => ({ params: { key: hers.transferKey } }),
  getDeposit: (hers) => ({ params: { id: hers.deposit } }),
  getDepositByKey: (hers) => ({ params: { key: hers.depositKey } }),
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
  updateContact: (hers) => ({ params: { id: hers.contact }, body: { contact_name: 'Taken over' } }),
  deleteContact: (hers) => ({ params: { id: hers.contact } }),
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
  ['deleteContacts', { params: {}, body: { contact_ids: [hers.contact] }, harmless: { deleted: 0 } }],
]

let server: TestServer
let ada: Awaited<ReturnType<TestServer['signIn']>>
let grace: typeof ada
let hers: Belongings
beforeAll(async () => {
  server = await startTestServer({ env: { SANDBOX_MINUTE_SECONDS: '1' } })
  const alan = await server.signIn('alan')
  ;[ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
  hers = await giveEverything(server, ada, alan)
}, 120_000)
afterAll(() => server?.stop())

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

/** The same attempt with unknown ids in place of Ada's. */
const unknown = (attempt: Attempt): Attempt => {
  const text = Object.values(hers).reduce(
    (json, id) => json.replaceAll(`"${id}"`, `"${id.startsWith('pm_') ? 'pm_none' : randomUUID()}"`),
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
    // In this order: a suspended line has no more insights, and deleted things are gone.
    const rank = { GET: 0, PUT: 1, POST: 2, DELETE: 3 }
    const place = (id: keyof Table) => (id === 'dismissInsight' ? 0 : rank[operations[id].method])
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
