import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { GENERATORS } from '../openapi/generated-clients.ts'
import { makesToken } from '../support/access-token-calls.ts'
import { ensurePackagesOf } from '../support/separate-packages.ts'
import { testServer } from '../support/test-server.ts'
import { sends } from '../support/wallet-calls.ts'

/** Generators are packages of others with many of their own: `npm run test:long` installs them. */
describe.skipIf(process.env['TEST_LONG'] !== '1')('a program with a client that was generated', () => {
  const server = testServer()
  beforeAll(async () => {
    await ensurePackagesOf('tests/openapi', 'generators of clients')
  }, 180_000)

  it.for(Object.entries(GENERATORS))(
    'by %s does what a member does',
    { timeout: 600_000 },
    async ([, generator], { skip }) => {
      const lacks = generator.lacks?.() ?? null
      skip(lacks !== null, lacks ?? '')
      const ada = await server.signIn('ada')
      for (const amount of ['1.00', '2.00'])
        await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount })
      const { secret } = await makesToken(ada, { scopes: ['read', 'contacts', 'pay'], pay_limit_usd: '20' })
      const document: unknown = await (await ada.fetch('/api/openapi.json')).json()
      const { client, close } = await generator.open(document, { baseUrl: server.url, token: secret })
      onTestFinished(close)

      expect(await client.me()).toMatchObject({ status: 200, body: { handle: 'ada' } })
      expect(await client.wallet()).toMatchObject({
        status: 200,
        body: { total_usd_value: expect.any(String) },
      })
      const Page = z.object({
        next_cursor: z.string(),
        transactions: z.tuple([z.object({ id: z.string() })]),
      })
      const first = Page.parse((await client.activity()).body)
      const second = Page.parse((await client.activity(first.next_cursor)).body)
      expect(second.transactions[0].id).not.toBe(first.transactions[0].id)

      const key = randomUUID()
      const sent = await client.send(key, '1.25')
      expect(sent).toMatchObject({ status: 201, body: { transfer_id: expect.any(String) } })
      expect((await client.send(key, '1.25')).body).toEqual(sent.body)
      expect(await client.send(key, '9.00')).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused' },
      })
      expect(await client.outcome(key)).toMatchObject({ status: 200 })

      const Added = z.object({ contact: z.object({ id: z.string() }) })
      const added = await client.addContact('Mary Shelley')
      const { id } = Added.parse(added.body).contact
      expect(await client.renameContact(id, added.tag ?? '', 'Mary')).toMatchObject({ status: 200 })
      expect(await client.renameContact(id, added.tag ?? '', 'Maria')).toMatchObject({ status: 412 })
      expect(JSON.stringify(await client.contacts())).toContain('"contact_name":"Mary"')

      const statement = await client.statement(new Date().toISOString().slice(0, 7))
      expect(statement).toMatchObject({ status: 200, body: expect.stringMatching(/^Date,"Payee".*-1\.25,/s) })
      // The document says that no token is enough: a client may leave it out.
      const Refused = z.object({ body: z.object({ code: z.enum(['token_scope', 'not_signed_in']) }) })
      Refused.parse(await client.revealNumber())
    },
  )
})
