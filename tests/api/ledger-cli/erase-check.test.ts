import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { usd } from '../../../events/money.ts'
import type { Browser } from '../../support/browser.ts'
import { put } from '../../support/identity-calls.ts'
import { eventually } from '../../support/read-models.ts'
import { testServer } from '../../support/test-server.ts'
import { keyed, sends } from '../../support/wallet-calls.ts'
import { savesAccount } from '../../support/withdrawal-calls.ts'
import { ledgerOn, type Ran } from './ledger-run.ts'

const WORDS = 'words that only Grace may read'
let run: (...args: readonly string[]) => Promise<Ran>
let ada: Browser & { readonly id: string }
let grace: Browser & { readonly id: string }

const server = testServer({ env: { SEED: 'none', YUT_WELCOME_GRANT: '0' } })
beforeAll(async () => {
  run = ledgerOn(server.ownerUrl)
  ada = await server.signIn('ada')
  grace = await server.signIn('grace')
  const depositId = randomUUID()
  await server.ledger.wallets.execute(
    ada.id,
    { type: 'creditDeposit', depositId, source: 'bank', amount: usd(100) },
    { actor: 'test', correlationId: depositId, causationId: depositId, at: new Date().toISOString() },
  )
  const everything = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00', message: WORDS }
  await sends(ada, everything, keyed(randomUUID()))
  // What outlives the account, because it counts against limits of its person.
  expect((await put(ada, '/api/profile/handle', { handle: 'ada_erased' })).status).toBe(200)
  await savesAccount(ada, '9300')
  // What is told after somebody has left is only swept later.
  await eventually(async () => {
    const { rowCount } = await server.pool.query('select from app.notification where member_id = $1', [
      ada.id,
    ])
    return rowCount !== 0
  }, 'ada is told of the deposit')
})

const VALUES = ['--value', 'ada@youtility.example', '--value', 'Lovelace', '--value', WORDS]

it('cannot say that of a member who is still one, or of nobody', async () => {
  expect(await run('erase-check', ada.id)).toMatchObject({ exit: 3 })
  expect((await run('erase-check', ada.id)).error).toMatch(/does not say that .* was erased/)
  expect((await run('erase-check', randomUUID())).error).toMatch(/No event of the log names/)
  expect(await run('erase-check', 'ada')).toMatchObject({ exit: 2 })
})

it('finds nothing of a member who closed the account but the id', async () => {
  const closed = await ada.post('/api/profile/close', { handle: 'ada_erased' })
  expect(closed.status, await closed.clone().text()).toBeLessThan(300)
  const { exit, out, error } = await run('erase-check', ada.id, ...VALUES, '--quiet')
  expect(error).toBe('')
  expect(exit).toBe(0)
  expect(out).toMatch(/Nothing is left of .*, erased at position \d+, but the id in \d+ events/)
  expect(out).toMatch(/[1-9]\d* events of the security trail stay under the id, each for 90 days/)
  const json = JSON.parse((await run('erase-check', ada.id, '--json', '--quiet')).out)
  expect(json).toMatchObject({ ok: true, member: ada.id, trail: expect.any(Number) })
})

it('finds a row, a key and a value that were left, and names them', async () => {
  await server.pool.query(
    `insert into app.member select (jsonb_populate_record(m, jsonb_build_object(
       'id', $1::text, 'subject', 'left over', 'email', 'ADA@youtility.example', 'handle', 'left_over'))).*
     from app.member m where id = $2`,
    [ada.id, grace.id],
  )
  await server.pool.query(
    `update app.member_key set wrapped_key = '\\x00', destroyed_at = null where member_id = $1`,
    [ada.id],
  )
  await server.pool.query(
    `update app.security_event set at = now() - interval '93 days' where id =
       (select min(id) from app.security_event where member_id = $1)`,
    [ada.id],
  )
  const { exit, error } = await run('erase-check', ada.id, ...VALUES, '--quiet')
  expect(exit).toBe(1)
  expect(error).toMatch(/app\.security_event has 1 row\(s\) older than 90 days/)
  expect(error).toMatch(/app\.member has 1 row\(s\) of the member/)
  expect(error).toMatch(/app\.member_key has 1 key\(s\) of the member that are not destroyed/)
  expect(error).toMatch(/app\.member has 1 row\(s\) with "ada@youtility\.example"/)
  const json = JSON.parse((await run('erase-check', ada.id, '--json', '--quiet')).out)
  expect(json).toMatchObject({ ok: false, code: 'personal_data_left', member: ada.id })
})

it('finds a value in an event, where it cannot be taken out any more', async () => {
  const id = randomUUID()
  await server.ledger.wallets.execute(
    grace.id,
    { type: 'creditDeposit', depositId: id, source: 'bank', amount: usd(100) },
    { actor: 'ada@youtility.example', correlationId: id, causationId: id, at: new Date().toISOString() },
  )
  const { exit, error } = await run('erase-check', ada.id, ...VALUES, '--quiet')
  expect(exit).toBe(1)
  expect(error).toMatch(/the event at position \d+, DepositCredited, holds "ada@youtility\.example"/)
  expect(error).toMatch(/event_store\.event has 1 row\(s\)/)
})
