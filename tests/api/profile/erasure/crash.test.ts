import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { composeCredentials } from '../../../../api/credentials/compose.ts'
import { createLogger } from '../../../../api/logging/logger.ts'
import { createMembers } from '../../../../api/identity/members.ts'
import { createMessageKeys, type MessageKeys } from '../../../../api/identity/message-keys.ts'
import { createErasure, type Erasure, type ErasureParts } from '../../../../api/profile/erasure.ts'
import { identityData as identityDataWith } from '../../../../api/profile/personal-data.ts'
import { createTransferRequests } from '../../../../api/requests/transfer-requests.ts'
import { systemClock } from '../../../../events/ids.ts'
import { usd } from '../../../../events/money.ts'
import { walletEvents } from '../../../../events/wallet/events.ts'
import { memberEvents } from '../../../../events/profile/events.ts'
import { NO_ANNOUNCEMENTS } from '../../../support/announcements.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'
import { keyed, refusal } from '../../../support/wallet-calls.ts'

const formerMembers = {
  recordClosure: async () => {},
  recordReturn: async () => {},
  isFormerHandle: async () => false,
}
const identityData = identityDataWith(formerMembers)

let server: TestServer
let parts: ErasureParts
let messageKeys: MessageKeys
const blocks = { blockersOf: async () => new Set<string>() }
let did: ReturnType<typeof composeCredentials>
let now = Date.now()
const clock = () => new Date(now)
beforeAll(async () => {
  // A server without processes: the test does their work.
  server = await startTestServer({ env: { SEED: 'none', ROLE: 'api' } })
  const { pool, ledger, config } = server
  const members = createMembers({ pool, clock, announcements: NO_ANNOUNCEMENTS, formerMembers, blocks })
  const log = createLogger('silent')
  did = composeCredentials({ config, pool, ledger, members, realClock: clock, log })
  messageKeys = createMessageKeys({ pool, keyEncryptionKeys: config.keyEncryptionKeys })
  parts = {
    pool,
    store: ledger.store,
    settle: async () => {},
    givenUp: async () => [],
    wallets: ledger.wallets,
    requests: createTransferRequests({ store: ledger.store, clock: systemClock }),
    credentials: did.credentials,
    messageKeys,
    areas: [identityData],
    clock,
    ledgerClock: systemClock,
    onErased: () => {},
  }
})
afterAll(() => server.stop())

/** A member with a wallet, a credential and keys. */
const somebody = async (): Promise<string> => {
  const subject = randomUUID()
  const { id } = await createMembers({
    pool: server.pool,
    clock,
    announcements: NO_ANNOUNCEMENTS,
    formerMembers,
    blocks,
  }).signedIn({
    issuer: 'https://issuer.example',
    subject,
    email: `${subject}@gone.example`,
    givenName: 'Gone',
    familyName: 'Soon',
    name: 'Gone Soon',
    picture: null,
  })
  const at = new Date().toISOString()
  const context = { actor: id, correlationId: id, causationId: id, at }
  await server.ledger.wallets.execute(id, { type: 'openWallet', memberId: id }, context)
  await did.credentials.issue(id, 'YoutilityMemberCredential')
  await messageKeys.encrypt(id, 'words')
  return id
}

const typesOf = async (streamId: string) =>
  Array.fromAsync(server.ledger.store.readStream(streamId), ({ type }) => type)

const assertGone = async (id: string) => {
  const { rows } = await server.pool.query(
    `select (select count(*)::integer from app.member where id = $1) as members,
      (select count(*)::integer from app.did_key where member_id = $1) as keys,
      (select count(*)::integer from app.credential where member_id = $1) as credentials,
      (select count(*)::integer from app.member_key where member_id = $1 and wrapped_key is not null) as words`,
    [id],
  )
  expect(rows).toEqual([{ members: 0, keys: 0, credentials: 0, words: 0 }])
  expect((await typesOf(walletEvents.streamOf(id))).filter((type) => type === 'WalletClosed')).toHaveLength(1)
  expect(await typesOf(memberEvents.streamOf(id))).toEqual(['MemberErased'])
  await server.check()
}

const stepOf = async (id: string): Promise<unknown> =>
  (await server.pool.query('select step from app.erasure where member_id = $1', [id])).rows[0]?.step

/** The parts with one that fails: before its work, or after it, as when the answer is lost. */
const broken = (what: string, when: 'before' | 'after'): ErasureParts => {
  const fail =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (when === 'after') await work(...args)
      throw new Error('crash')
    }
  switch (what) {
    case 'wallet':
      return { ...parts, wallets: { execute: fail(parts.wallets.execute) } }
    case 'credentials':
      return { ...parts, credentials: { revokeAll: fail(parts.credentials.revokeAll) } }
    case 'ledger':
      return {
        ...parts,
        store: {
          ...parts.store,
          append: fail(parts.store.append.bind(parts.store)),
          ...(parts.store.appendUnits && { appendUnits: fail(parts.store.appendUnits.bind(parts.store)) }),
        },
      }
    case 'keys':
      return { ...parts, messageKeys: { destroy: fail(parts.messageKeys.destroy) } }
    default:
      return { ...parts, areas: [identityData, { ...identityData, erase: fail(identityData.erase) }] }
  }
}

/** @returns how many went on */
const finishAll = async ({ unfinished, finish }: Erasure): Promise<number> => {
  const items = await unfinished(10)
  for (const item of items) await finish(item)
  return items.length
}

describe('an account whose closing was interrupted', () => {
  it.each(
    ['wallet', 'credentials', 'ledger', 'keys', 'data'].flatMap((what) =>
      (['before', 'after'] as const).map((when) => [when, what] as const),
    ),
  )('%s %s is closed by the process, once', async (when, what) => {
    const id = await somebody()
    await expect(createErasure(broken(what, when)).close(id)).rejects.toThrow()
    expect(await stepOf(id)).not.toBe('sweep')
    const erasure = createErasure(parts)
    expect(await erasure.isClosed(id)).toBe(true)
    // Not while the call may still be working on it.
    expect(await finishAll(erasure)).toBe(0)
    now += 31_000
    expect(await finishAll(erasure)).toBe(1)
    await assertGone(id)
    expect(await stepOf(id)).toBe('sweep')
    now += 61_000
    expect(await finishAll(erasure)).toBe(1)
    expect(await stepOf(id)).toBe('done')
    expect(await finishAll(erasure)).toBe(0)
    await assertGone(id)
  })

  it('by two processes at once is closed once', async () => {
    const id = await somebody()
    await Promise.all([createErasure(parts).close(id), createErasure(parts).close(id)])
    await assertGone(id)
    await createErasure(parts).close(id)
    await assertGone(id)
  })
})

describe('money that comes in at the last moment', () => {
  it('keeps the account open, and the refusal says why', async () => {
    const id = await somebody()
    const depositId = randomUUID()
    await server.ledger.wallets.execute(
      id,
      { type: 'creditDeposit', depositId, source: 'bank', amount: usd(500) },
      { actor: 'test', correlationId: depositId, causationId: depositId, at: new Date().toISOString() },
    )
    const erasure = createErasure(parts)
    await expect(erasure.close(id)).rejects.toMatchObject({ code: 'wallet_not_empty' })
    expect(await erasure.isClosed(id)).toBe(false)
    expect(await did.rows.current(id, 'YoutilityMemberCredential')).toBeDefined()
    expect(await typesOf(memberEvents.streamOf(id))).toEqual([])
  })
})

const CARD = { amount: 1_000, currency: 'usd', payment_method_type: 'card', description: 'Add funds' }

describe('a member whose account is being closed', () => {
  it('is issued nothing, and cannot sign in', async () => {
    const ada = await server.signIn('ada')
    await server.pool.query(
      `insert into app.erasure (member_id, step, begun_at, next_at) values ($1, 'credentials', now(), 'infinity')`,
      [ada.id],
    )
    const issued = await ada.post('/api/did/credentials/issue', { credentialType: 'ProfileCredential' })
    expect(issued.status).toBe(409)
    for (const begin of [
      () => ada.post('/api/mvno/esim/provision', {}, keyed(randomUUID())),
      () => ada.post('/api/payments/stripe/create-intent', CARD, keyed(randomUUID())),
    ])
      expect(await refusal(await begin())).toMatchObject({ status: 409, code: 'account_closing' })
    await expect(server.signIn('ada')).rejects.toThrow(/409.*account_closing/)
    expect((await fetch(`${server.url}/did/${ada.id}/did.json`)).status).toBe(410)
  })
})
