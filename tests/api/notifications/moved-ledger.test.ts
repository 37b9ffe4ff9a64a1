import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '../../../api/contract/operations.ts'
import { startStandIn, type StandIn } from '../../support/eventstoredb/server.ts'
import { freshDatabase, type TestDatabase } from '../../support/postgres.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type TestServer, type Member } from '../../support/test-server.ts'
import { keyed, sends } from '../../support/wallet-calls.ts'
import { ledgerOn } from '../ledger-cli/ledger-run.ts'

let database: TestDatabase
let standIn: StandIn
let server: TestServer | undefined
beforeAll(async () => {
  ;[database, standIn] = await Promise.all([freshDatabase(), startStandIn()])
})
afterAll(async () => {
  await server?.stop()
  standIn.kill()
  await database.drop()
})

/** The same for all servers of these tests. */
const KEYS = { KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64') }

const start = async (env: Record<string, string> = {}) => {
  server = await startTestServer({ env: { DATABASE_URL: database.writerUrl, ...KEYS, ...env } })
  return server
}

/** Amounts in Ada's notifications, newest first. */
const toldOf = async (ada: Member): Promise<readonly (string | null)[]> => {
  const answer = await ada.fetch('/api/notifications')
  const { notifications } = operations.listNotifications.response.parse(await answer.json())
  return notifications.flatMap((one) => (one.kind === 'money_in' ? [one.amount] : []))
}

const pay = (from: Member, amount: string) =>
  sends(from, { to_user_identifier: 'ada', currency: 'USD', amount }, keyed(randomUUID()))

const signedIn = (at: TestServer) => Promise.all([at.signIn('ada'), at.signIn('grace')])

it('members are not told again of what they know after the ledger has moved', async () => {
  const before = await start()
  const [, grace] = await signedIn(before)
  for (const amount of ['1.01', '1.02', '1.03']) await pay(grace, amount)
  const [ada] = await signedIn(before)
  await eventually(async () => (await toldOf(ada)).length === 3, 'three are told')
  await before.stop()

  const copied = await ledgerOn(database.url)(
    'copy',
    '--from',
    database.url,
    '--to',
    standIn.connectionString,
  )
  expect(copied).toMatchObject({ exit: 0 })
  // As docs/operations/ledger-choice.md, "Moving the ledger".
  const reconciled = await ledgerOn(database.url, standIn.connectionString)('reconcile')
  expect(reconciled).toMatchObject({ exit: 0 })
  const after = await start({ EVENTSTORE_URL: standIn.connectionString })

  const [again, sender] = await signedIn(after)
  await pay(sender, '1.04')
  await eventually(async () => (await toldOf(again))[0] === '1.04', 'what is new is told')
  expect(await toldOf(again)).toEqual(['1.04', '1.03', '1.02', '1.01'])
}, 120_000)

it('members are told of what follows in a log that was restored from before the rest', async () => {
  const at = server ?? (await start())
  await at.pool.query(
    `update app.notification_progress set position = position + 1e12 where source = 'ledger'`,
  )
  await at.restart()
  const [ada, grace] = await signedIn(at)
  await pay(grace, '1.05')
  await eventually(async () => (await toldOf(ada))[0] === '1.05', 'it is told')
  expect(await toldOf(ada)).toHaveLength(5)
}, 120_000)
