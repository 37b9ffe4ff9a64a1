import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { WORK_CHANNEL } from '../../api/processes/waking.ts'
import { BANK_WORK } from '../../api/wallet/following-bank.ts'
import { createWallets } from '../../api/wallet/wallets.ts'
import { depositOfReceipt } from '../../api/wallet/treasury-bank.ts'
import { isBusinessDay } from '../../events/business-days.ts'
import { bookingIdOf } from '../../events/bank/booking.ts'
import { parseLedgerEvent } from '../../events/ledger-event.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { checkLedger } from '../support/ledger-invariants.ts'
import { DAY_MS } from '../support/moving-clock.ts'
import { NO_SNAPSHOTS } from '../support/no-snapshots.ts'
import { eventually } from '../support/read-models.ts'
import { sized } from '../support/size.ts'
import { crashServer } from './crash-server.ts'
import { createRandom, seedOf } from './random.ts'
import { signInAll } from './transfer-clients.ts'
import { openClient } from '../support/open-client.ts'

const KILLS = sized({ gate: 3, long: 20 })
/** What comes in during a life, and what the operator says of payments by hand. */
const RECEIPTS_A_LIFE = 40
const BOOKINGS_A_LIFE = 16

const { postgres, ledger, server } = crashServer({ SEED: 'none' })

/** Days to go until one on which the bank works, today and tomorrow. */
const daysToWork = (): number => {
  const works = (days: number) => isBusinessDay(new Date(Date.now() + days * DAY_MS))
  for (let days = 0; ; days += 1) if (works(days) && works(days + 1)) return days
}

/**
 * What was done cannot be marked as done until the returned function is called, which ends whoever waited for it: a
 * process that was killed meanwhile has appended facts and not said so.
 */
const holdMarks = async (): Promise<() => Promise<void>> => {
  const holder = await openClient(postgres.url)
  await holder.query('begin')
  await holder.query('lock table app.treasury_receipt_cursor, app.bank_statement in exclusive mode')
  return async () => {
    await holder.query(
      `select pg_terminate_backend(pid) from pg_locks
       where not granted and relation in ('app.treasury_receipt_cursor'::regclass, 'app.bank_statement'::regclass)`,
    )
    await holder.end()
  }
}

/** Everything that came in or was explained is marked as done. */
const settled = () =>
  eventually(
    async () => {
      const [row] = await postgres.query<{ done: boolean }>(
        `select exists (select from app.bank_statement)
           and not exists (select from app.bank_transaction where matches is null and book_as is not null)
           and (select max(cursor::bigint) from app.treasury_receipt_cursor)
             is not distinct from (select max(number) from app.sandbox_money_in) as done`,
      )
      return row?.done === true
    },
    'everything is marked as done',
    60_000,
  )

/** Somebody who has left: what comes in for them is owed to them. */
const formerMember = async (store: EventStore): Promise<string> => {
  const wallets = createWallets({ store, snapshots: NO_SNAPSHOTS })
  const memberId = randomUUID()
  const by = { actor: 'test', correlationId: memberId, causationId: memberId, at: new Date().toISOString() }
  await wallets.execute(memberId, { type: 'openWallet', memberId }, by)
  await wallets.execute(memberId, { type: 'closeWallet' }, by)
  return memberId
}

/** Facts of what came in and what was booked at the bank, by the id of their deposit or booking: cents of each. */
const factsOf = async (store: EventStore): Promise<ReadonlyMap<string, readonly bigint[]>> => {
  const facts = new Map<string, bigint[]>()
  const add = (id: string, cents: string) => facts.set(id, [...(facts.get(id) ?? []), BigInt(cents)])
  for await (const recorded of store.readAll()) {
    const { type, data } = parseLedgerEvent(recorded)
    if (type === 'DepositCredited') add(data.depositId, data.amount.minor)
    if (type === 'LeftoverPaidOut') add(data.paymentId, data.amount.minor)
    if (type === 'BankTransactionBooked') add(data.bookingId, data.amount.minor)
  }
  return facts
}

it(
  `credits what comes in and books what the operator says once, over ${KILLS} kills, and the bank agrees`,
  { timeout: 300_000 },
  async () => {
    const random = createRandom(seedOf('bank-killed'))
    const members = await signInAll(server.url)
    const [first] = members
    if (!first) throw new Error('Nobody signed in')
    const days = daysToWork()
    for (let day = 0; day < days; day += 1)
      await first.browser.post('/api/sandbox/clock/advance', { days: 1 })
    const store = ledger.open(postgres.url)
    try {
      const left = await formerMember(store)
      const memberIds = [
        left,
        ...(await postgres.query<{ id: string }>('select id from app.member')).map(({ id }) => id),
      ]
      const at = new Date(Date.now() + days * DAY_MS).toISOString()
      /** What must be in the ledger once each, in cents. */
      const wanted = new Map<string, bigint>()

      const receive = async () => {
        const rows = Array.from({ length: RECEIPTS_A_LIFE }, () => ({
          member_id: memberIds[random.integer(memberIds.length)],
          cents: 1_00 + random.integer(100_00),
        }))
        // The former member is owed enough for what is paid out to them.
        rows.push({ member_id: left, cents: 1_000_00 })
        const inserted = await postgres.query<{ number: string; cents: string }>(
          `insert into app.sandbox_money_in (member_id, cents, at)
           select member_id, cents, '${at}' from json_to_recordset('${JSON.stringify(rows)}') as r (member_id uuid, cents bigint)
           returning number, cents`,
        )
        for (const { number, cents } of inserted)
          wanted.set(depositOfReceipt(`in_sandbox_${number}`), BigInt(cents))
      }
      /** Payments by hand, half of them to the former member, which the bank has told of and the operator explained. */
      const book = async (life: number) => {
        const rows = Array.from({ length: BOOKINGS_A_LIFE }, (_, index) => ({
          key: `by hand ${life} ${index}`,
          cents: 1_00 + random.integer(10_00),
          book_as: index % 2 === 0 ? 'owed' : 'house',
          book_for: index % 2 === 0 ? left : null,
        }))
        const given = `json_to_recordset('${JSON.stringify(rows)}')
          as r (key text, cents bigint, book_as text, book_for uuid)`
        await postgres.query(
          `with paid as (
             insert into app.sandbox_payout (key, rail, cents, account, behaviour, reference, ordered_at)
             select key, 'instant', cents, 'a', 'arrives', 'r', '${at}' from ${given}
           )
           insert into app.bank_transaction (bank, id, at, cents, kind, reference, book_as, book_for)
           select 'sandbox', 'out ' || key, '${at}', -cents, 'instant-out', key, book_as, book_for from ${given}`,
        )
        for (const { key, cents, book_as: as } of rows)
          wanted.set(bookingIdOf('sandbox', `out ${key}`), as === 'owed' ? BigInt(cents) : BigInt(-cents))
      }
      const wake = () => postgres.query(`select pg_notify('${WORK_CHANNEL}', '${BANK_WORK}')`)
      const done = async () => {
        const facts = await factsOf(store)
        return [...wanted.keys()].filter((id) => facts.has(id)).length
      }

      for (let life = 0; life < KILLS; life += 1) {
        await server.ready()
        const before = await done()
        await settled()
        const release = await holdMarks()
        await receive()
        await book(life)
        await wake()
        const some = before + 1 + random.integer(RECEIPTS_A_LIFE + BOOKINGS_A_LIFE / 2)
        await eventually(async () => (await done()) >= some, `${some} are in the ledger`, 60_000)
        await server.kill()
        await release()
        server.start()
      }
      await server.ready()
      // One more thing to say, so that the bank is held against all of it.
      await book(KILLS)
      await wake()
      await eventually(async () => (await done()) === wanted.size, 'all is in the ledger', 60_000)
      const facts = await factsOf(store)
      expect(new Map([...wanted.keys()].map((id) => [id, facts.get(id)]))).toEqual(
        new Map([...wanted].map(([id, cents]) => [id, [cents]])),
      )
      await settled()
      const [statement] = await postgres.query<{ agrees: boolean }>(
        'select agrees from app.bank_statement order by at desc limit 1',
      )
      expect(statement).toEqual({ agrees: true })
      // Welcome grants may be on their way.
      await checkLedger(store.readAll(), { idle: false })
    } finally {
      await store.close()
    }
  },
)
