import { beforeAll, describe, expect, it } from 'vitest'
import { createDidKeys } from '../../../api/credentials/keys.ts'
import { createKeyWrapping } from '../../../api/keys/key-wrapping.ts'
import type { Browser } from '../../support/browser.ts'
import { issues, revokes, saves } from '../../support/identity-calls.ts'
import { provisions } from '../../support/device-calls.ts'
import { testServer } from '../../support/test-server.ts'
import { pageOf, refusal, sends } from '../../support/wallet-calls.ts'
import { ledgerOn } from '../ledger-cli/ledger-run.ts'
import { verifyIndependently } from './independent-verifier.ts'

const OLD_KEY = Buffer.alloc(32, 1).toString('base64')
const NEW_KEY = Buffer.alloc(32, 2).toString('base64')
const ACCOUNT = '000998877665'

let ada: Browser & { id: string }
/** All answers of the server. */
const answers: string[] = []

/** A browser whose answers are recorded. */
const listening = <B extends Browser>(browser: B): B => {
  const keep = async (response: Response) => {
    answers.push(await response.clone().text(), JSON.stringify([...response.headers]))
    return response
  }
  return {
    ...browser,
    fetch: async (...args) => keep(await browser.fetch(...args)),
    post: async (...args) => keep(await browser.post(...args)),
  }
}

const encodings = (secret: Buffer): string[] => [
  secret.toString('hex'),
  secret.toString('base64'),
  secret.toString('base64url'),
  secret.toString('base64').replace(/=+$/, ''),
]

/** Private keys in the clear, unwrapped from the database. */
const privateKeys = async (): Promise<Buffer[]> => {
  const wrapping = createKeyWrapping([NEW_KEY, OLD_KEY])
  const { rows } = await server.pool.query<{ id: string; wrapped_key: Buffer; wrapped_by: string }>(
    'select id, wrapped_key, wrapped_by from app.did_key',
  )
  return rows.map(({ id, wrapped_key, wrapped_by }) =>
    wrapping.unwrap({ wrapped: wrapped_key, wrappedBy: wrapped_by }, id),
  )
}

// Each process says at its start which keys are lost.
const server = testServer({ processes: 1, env: { KEY_ENCRYPTION_KEY: OLD_KEY } })
beforeAll(async () => {
  ada = listening(await server.signIn('ada'))
  const grace = listening(await server.signIn('grace'))
  await saves(ada, { bio: 'A full run', shared: ['bio'] })
  const { id } = await issues(ada, 'ProfileCredential')
  await issues(ada, 'YoutilityMemberCredential')
  await issues(grace, 'YoutilityMemberCredential')
  await ada.post('/api/payments/ach/save-account', {
    routing_number: '110000000',
    account_number: ACCOUNT,
    account_holder_name: 'Ada Lovelace',
    account_type: 'checking',
  })
  await provisions(ada)
  await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '1.00', message: 'hello' })
  for (const path of [
    '/api/did/document',
    '/api/did/credentials',
    `/api/did/credentials/${id}/export.json`,
    `/api/did/credentials/${id}/export.jwt`,
    `/api/did/resolve/did:youtility:${ada.id}`,
    `/did/${ada.id}/did.json`,
    '/.well-known/did.json',
    '/credentials/status/1',
    '/api/profile',
    '/api/profile/export',
    `/api/profile/${ada.id}/qr`,
    `/api/members/${ada.id}/public-profile`,
    '/api/wallet',
    '/api/wallet/transactions',
    '/metrics',
    '/api/health/ready',
    '/api/openapi.json',
  ])
    await ada.fetch(path)
  await revokes(ada, id)
  // Errors are the likeliest to leak something.
  await ada.post('/api/did/credentials/issue', { credentialType: 'x' })
  await ada.post(`/api/did/credentials/${ada.id}/revoke`)
})

const eventsText = async () =>
  JSON.stringify(
    await Array.fromAsync(server.ledger.store.readAll(), ({ data, metadata }) => [data, metadata]),
  )

const tablesText = async (): Promise<string> => {
  const { rows } = await server.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema ~ '^(app|event_store|read_.*)$' and table_type = 'BASE TABLE'`,
  )
  const texts: string[] = []
  for (const { name } of rows) {
    const table = await server.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(...table.rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

describe('after a full run', () => {
  it('private keys are in no answer, log line, event or table', async () => {
    const keys = await privateKeys()
    expect(keys.length).toBeGreaterThanOrEqual(2)
    const texts = [answers.join('\n'), server.logged(), await eventsText(), await tablesText()]
    expect(answers.length).toBeGreaterThan(40)
    for (const secret of [...keys, Buffer.from(OLD_KEY, 'base64')])
      for (const encoded of encodings(secret))
        expect(texts.map((text) => text.toLowerCase().includes(encoded.toLowerCase()))).toEqual([
          false,
          false,
          false,
          false,
        ])
  })

  it('neither are account numbers, activation codes and session ids, but for the owner’s own code', async () => {
    const logged = server.logged()
    const stored = `${await eventsText()}\n${await tablesText()}`
    for (const text of [answers.join('\n'), logged, stored]) expect(text).not.toContain(ACCOUNT)
    for (const text of [logged, stored]) expect(text).not.toMatch(/LPA:1\$/)
    const [session = ''] = ada.cookies.values()
    expect(session.length).toBeGreaterThan(40)
    for (const text of [logged, stored]) expect(text).not.toContain(session)
  })

  it('a key does not open in another’s row', async () => {
    const { rows } = await server.pool.query<{ id: string; wrapped_key: Buffer; wrapped_by: string }>(
      'select id, wrapped_key, wrapped_by from app.did_key limit 2',
    )
    const [one, other] = rows
    if (!one || !other) throw new Error('There are two keys')
    const wrapping = createKeyWrapping([OLD_KEY])
    expect(() => wrapping.unwrap({ wrapped: one.wrapped_key, wrappedBy: one.wrapped_by }, other.id)).toThrow(
      /auth|decrypt/i,
    )
  })
})

describe('a new key-encryption key', () => {
  it('takes over all keys, after which the old one is not needed', async () => {
    const before = await privateKeys()
    const clock = () => new Date()
    const keysWith = (...list: string[]) =>
      createDidKeys({ pool: server.pool, wrapping: createKeyWrapping(list), clock })
    expect(await keysWith(NEW_KEY, OLD_KEY).rewrap()).toBe(before.length)
    expect(await keysWith(NEW_KEY, OLD_KEY).rewrap()).toBe(0)
    const after = await privateKeys()
    const sorted = (keys: readonly Buffer[]) => keys.map((key) => key.toString('hex')).toSorted()
    expect(sorted(after)).toEqual(sorted(before))
    expect((await keysWith(NEW_KEY).ofPlatform()).privateKey().asymmetricKeyType).toBe('ed25519')
    const withoutIt = await keysWith(OLD_KEY).ofPlatform()
    expect(() => withoutIt.privateKey()).toThrow(/KEY_ENCRYPTION_KEY lacks the key/)
  })
})

describe('a key-encryption key that is lost', () => {
  const KEY = Buffer.alloc(32, 3).toString('base64')
  const text = {
    to_user_identifier: 'grace',
    currency: 'USD',
    amount: '1.00',
    message: 'hello again',
  } as const
  const messages = async (member: Browser, position?: string) =>
    (await pageOf(member, '?limit=50', position)).transactions.map(({ message }) => message)

  /** The sentences of the newest start, by the id of the key that they name. */
  const lost = (logged: string): readonly string[] =>
    [...logged.matchAll(/KEY_ENCRYPTION_KEY lacks the key (\w{16})/g)].map(([, id = '']) => id)

  it('is named at the start, stops no money, and is given up by a command', async () => {
    const { credential } = await issues(ada, 'ProfileCredential')
    const before = server.logged().length
    await server.restart({ keyEncryptionKeys: [KEY] })
    const ids = lost(server.logged().slice(before))
    const idOf = (key: string) => createKeyWrapping([key]).newestId
    expect(ids.toSorted()).toEqual([idOf(OLD_KEY), idOf(NEW_KEY)].toSorted())
    expect(server.logged()).toMatch(/the one that signs credentials/)
    expect(server.logged()).toMatch(/the keys for bank account fingerprints/)

    ada = { ...(await server.signIn('ada')) }
    expect(await messages(ada)).not.toContain('hello')
    const { message: _none, ...silent } = text
    await sends(ada, silent)
    const refused = { status: 503, code: 'key_lost' }
    expect(await refusal(await ada.post('/api/wallet/transfer', text))).toMatchObject(refused)
    const grace = await server.signIn('grace')
    const claims = { credentialType: 'ProfileCredential' }
    expect(await refusal(await grace.post('/api/did/credentials/issue', claims))).toMatchObject(refused)

    const keys = ledgerOn(server.ownerUrl, undefined, { KEY_ENCRYPTION_KEY: KEY })
    expect(await keys('keys', '--give-up', idOf(KEY))).toMatchObject({ exit: 2 })
    for (const id of ids) expect(await keys('keys', '--give-up', id)).toMatchObject({ exit: 0, error: '' })
    expect(await keys('keys', '--give-up', ids[0] ?? '')).toMatchObject({ exit: 2 })

    const given = server.logged().length
    await server.restart({ keyEncryptionKeys: [KEY] })
    expect(lost(server.logged().slice(given))).toEqual([])
    const { position } = await sends(ada, text)
    expect(await messages(ada, position)).toContain('hello again')
    await issues(grace, 'ProfileCredential')
    expect(await verifyIndependently(credential)).toMatchObject({ verified: true })
    await server.check()
  })
})
