import path from 'node:path'
import { expect, it } from 'vitest'
import { WORK_CHANNEL } from '../../api/processes/waking.ts'
import { createWallets } from '../../api/wallet/wallets.ts'
import { memberAccount } from '../../events/accounts.ts'
import { newId } from '../../events/ids.ts'
import { money } from '../../events/money.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { answersAs, begins, identityBecomes } from '../support/person-calls.ts'
import type { Browser } from '../support/browser.ts'
import { checkLedger } from '../support/ledger-invariants.ts'
import { NO_SNAPSHOTS } from '../support/no-snapshots.ts'
import { eventually } from '../support/read-models.ts'
import { keyed } from '../support/wallet-calls.ts'
import { sized } from '../support/size.ts'
import { passDays, savesAccount } from '../support/withdrawal-calls.ts'
import { crashPostgres, readyServer } from './crash-server.ts'
import { signInAll } from './transfer-clients.ts'

/** Always on the Postgres log, whose triggers hold the server at each of its writes. */
const { folder, postgres } = crashPostgres()
const server = readyServer(() => ({
  dataDir: path.join(folder, 'data'),
  env: { DATABASE_URL: postgres.url, SEED: 'none', WITHDRAWAL_CANCEL_SECONDS: '1', YUT_WELCOME_GRANT: '0' },
}))

/** Writes by which money moves, or a member goes. A long run kills the server at every other write as well. */
const KILLED_AT = [
  'WithdrawalRequested',
  'account_closing update paid 0 paying',
  'sandbox_payout insert',
  'WithdrawalSent',
  'TransferSent',
  'WalletClosed',
  'member delete',
  'ending_treasury_number delete',
]
const IS_KILLED_AT = sized({
  gate: `what in (${KILLED_AT.map((kind) => `'${kind}'`).join(', ')})`,
  long: 'true',
})

/** What was on its way to be committed when the server was killed. */
const HELD = 'held: '

/** Holds, once for each of its kinds, a write about a member's closing before it is committed. */
const holdWritesOf = (memberId: string) => {
  const on = (table: string, what: string, when: string) =>
    `create trigger zz_held after ${what} on ${table} for each row when (${when}) execute function held.hold();`
  return postgres.query(`
    create schema held;
    create table held.kind (kind text primary key);
    create function held.hold() returns trigger language plpgsql security definer as $$
    declare
      row jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
      what text := case tg_table_name
        when 'event' then row ->> 'type'
        else concat_ws(' ', tg_table_name, lower(tg_op), row ->> 'step', 'paid ' || (row ->> 'payments'),
          case when (row ->> 'is_paying')::boolean then 'paying' end)
        end;
    begin
      if ${IS_KILLED_AT} and not exists (select from held.kind where kind = what) then
        perform set_config('application_name', '${HELD}' || what, false);
        perform pg_sleep(600);
      end if;
      return null;
    end $$;
    ${on('event_store.event', 'insert', `new.stream_id like '%${memberId}'`)}
    ${on('app.account_closing', 'insert or update', 'true')}
    ${on('app.account_closing', 'delete', 'true').replace('zz_held', 'zz_held_end')}
    ${on('app.erasure', 'insert or update', 'true')}
    ${on('app.sandbox_payout', 'insert', 'true')}
    ${on('app.member', 'delete', 'true')}
    ${on('app.ending_treasury_number', 'insert', 'true')}
    ${on('app.ending_treasury_number', 'delete', 'true').replace('zz_held', 'zz_held_end')}`)
}

/** What waits for a time is due at once for the next process. */
const hurry = () =>
  postgres.query(`
    set session_replication_role = replica;
    update app.account_closing set next_at = '-infinity';
    update app.erasure set next_at = '-infinity' where step <> 'sweep';
    update app.ending_treasury_number set next_at = '-infinity'`)

/** The operator lets the last payment go, which is looked at since nothing ever went to its account. */
const release = async (): Promise<void> => {
  const released = await postgres.query(
    `update app.support_case set verdict = 'release'
     where kind = 'withdrawal' and settled_at is null and verdict is null returning number`,
  )
  if (released.length > 0) await postgres.query(`notify ${WORK_CHANNEL}`)
}

const heldNow = async () =>
  (
    await postgres.query<{ pid: number; kind: string }>(
      `select pid, substr(application_name, ${HELD.length + 1}) as kind from pg_stat_activity
       where application_name like '${HELD}%' and wait_event = 'PgSleep'`,
    )
  )[0]

const isClosed = async (memberId: string): Promise<boolean> => {
  const [row] = await postgres.query<{ closed: boolean }>(
    `select exists (select from app.erasure where member_id = '${memberId}' and step = 'sweep')
       and not exists (select from app.ending_treasury_number) as closed`,
  )
  return row?.closed === true
}

/** The bank is held against the ledger, on its next working days, and both agree. */
const agreesWithBank = async (member: Browser): Promise<void> => {
  const last = async () =>
    (
      await postgres.query<{ at: Date; agrees: boolean }>(
        'select at, agrees from app.bank_statement order by at desc limit 1',
      )
    )[0]
  const before = await last()
  await passDays(member, 6)
  await eventually(
    async () => (await last())?.at.getTime() !== before?.at.getTime(),
    'a new statement',
    60_000,
  )
  expect(await last()).toMatchObject({ agrees: true })
}

/** $25 at the bank, 5 USDC and 3 YUT. */
const comesIn = async (store: EventStore, id: string): Promise<void> => {
  await postgres.query(
    `insert into app.sandbox_money_in (member_id, cents, at) values ('${id}', 2500, now() + interval '1 day')`,
  )
  const wallets = createWallets({ store, snapshots: NO_SNAPSHOTS })
  for (const amount of [money('USDC', 5_000_000n), money('YUT', 3_000_000n)]) {
    const depositId = newId()
    await wallets.execute(
      id,
      { type: 'creditDeposit', depositId, source: 'bank', amount },
      { actor: 'test', correlationId: depositId, causationId: depositId, at: new Date().toISOString() },
    )
  }
}

it(
  'closes an account that is killed at each of its writes: pays once, sends once, and the bank agrees',
  { timeout: 600_000 },
  async () => {
    const [leaves, stays] = await signInAll(server.url)
    if (!leaves || !stays) throw new Error('Nobody has signed in')
    const { id, handle } = leaves.user
    const store = createPostgresEventStore({ url: postgres.url })
    try {
      await begins(leaves.browser)
      await answersAs(leaves.browser, 'valid')
      await passDays(leaves.browser, 1)
      await identityBecomes(leaves.browser, { state: 'verified' })
      expect((await leaves.browser.post('/api/wallet/initialize-treasury')).status).toBeLessThan(300)
      const account = await savesAccount(leaves.browser)
      await comesIn(store, id)
      await passDays(leaves.browser, 1)
      const staked = await leaves.browser.post('/api/yut/stake', { amount: '2' }, keyed(newId()))
      expect(staked.status).toBe(201)
      await holdWritesOf(id)
      let said = ''
      const begin = () =>
        leaves.browser
          .post('/api/profile/closing', {
            handle,
            bank_account_id: account.id,
            usdc: { send_to: stays.user.handle },
            yut: { give_up: true },
          })
          .then(
            async (answer) => (said = `${answer.status} ${await answer.text()}`),
            () => null,
          )

      const kinds: string[] = []
      let hasBegun = false
      for (;;) {
        // Begun once: whoever begins again after a failure would hide it.
        const isBegun = (await postgres.query('select from app.account_closing')).length > 0
        hasBegun ||= isBegun
        const begun = hasBegun ? Promise.resolve() : begin()
        let held = await heldNow()
        await eventually(
          async () => {
            held = await heldNow()
            await release()
            return held !== undefined || (await isClosed(id))
          },
          'the next write, or the end',
          60_000,
        ).catch((cause: unknown) => {
          throw new Error(`Nothing after ${kinds.at(-1)}; it answered ${said}`, { cause })
        })
        if (held === undefined) break
        await server.kill()
        await begun
        kinds.push(held.kind)
        await postgres.query(`insert into held.kind values ('${held.kind}')`)
        await postgres.query(`select pg_terminate_backend(${held.pid})`)
        await hurry()
        server.start()
        await server.ready()
      }
      expect(kinds).toEqual(expect.arrayContaining(KILLED_AT))

      const facts = (await Array.fromAsync(store.readStream(`wallet-${id}`))).map(({ type }) => type)
      for (const type of ['WithdrawalRequested', 'WithdrawalSent', 'TransferSent', 'WalletClosed'])
        expect(
          facts.filter((one) => one === type),
          type,
        ).toHaveLength(1)
      const { book } = await checkLedger(store.readAll())
      expect(book.balanceOf('liability:in-flight:withdrawals', 'USD')).toBe(0n)
      for (const currency of ['USD', 'USDC', 'YUT'] as const)
        expect(book.balanceOf(memberAccount(id, currency), currency)).toBe(0n)
      expect(book.balanceOf(memberAccount(stays.user.id, 'USDC'), 'USDC')).toBe(-5_000_000n)
      await agreesWithBank(stays.browser)
    } finally {
      await store.close()
    }
  },
)
