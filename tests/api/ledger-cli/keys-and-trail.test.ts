import { expect, it } from 'vitest'
import { testServer } from '../../support/test-server.ts'
import { ledgerOn } from './ledger-run.ts'

const server = testServer()

/** As the server's user, with the server's settings. */
const ledger = (...args: readonly string[]) =>
  ledgerOn(server.config.databaseUrl ?? '', undefined, {
    NODE_ENV: 'test',
    DATA_DIR: server.config.dataDir,
  })(...args)

it('the keys of the database are listed with what wraps them, and a newer one can be made', async () => {
  await server.signIn('ada')
  const before = await ledger('keys')
  expect(before).toMatchObject({ exit: 0, error: '' })
  expect(before.out).toMatch(/^sandbox webhooks {2}generation 1 {2}wrapped by [0-9a-f]{16} {2}since 20/m)
  expect(before.out).toMatch(/^keys of members' words {2}\d+ {2}wrapped by/m)
  const after = await ledger('keys', '--rotate', 'sandbox webhooks')
  expect(after.out).toMatch(/^sandbox webhooks {2}generation 2 /m)
  expect(await ledger('keys', '--rotate', 'sandbox market')).toMatchObject({
    exit: 2,
    error: expect.stringContaining('must not change'),
  })
})

it('the trail shows members by id and operators by name, and one member alone where asked', async () => {
  const ada = await server.signIn('ada')
  await server.signIn('grace')
  const { exit, out } = await ledger('trail')
  expect(exit).toBe(0)
  expect(out).toMatch(new RegExp(`  ${ada.id}  signed_in  `))
  expect(out).toMatch(/ {2}\S+@\S+ {2}operator begun {2}ledger trail \(as test_writer\)/)
  const hers = (await ledger('trail', '--member', ada.id)).out.trim().split('\n')
  expect(hers.every((line) => line.includes(ada.id))).toBe(true)
})
