import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Statement } from '../../../api/reconciliation/statement.ts'
import { dayOf } from '../../../events/calendar.ts'
import { operatorOn } from '../../support/operator-run.ts'
import { movingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { checkedServer, signedIn } from '../../support/test-server.ts'
import {
  passDays,
  PAYOUT_NUMBERS,
  savesAccount,
  withdrawalBecomes,
  withdraws,
} from '../../support/withdrawal-calls.ts'
import { ledgerOn } from '../ledger-cli/ledger-run.ts'

/** A Monday without a holiday soon. */
const clock = movingClock('2026-11-30T12:00:00Z')
const server = checkedServer({ clock, env: { WITHDRAWAL_CANCEL_SECONDS: '60' } })
const ada = signedIn(server, 'ada')

const operator = (...args: string[]) => operatorOn(server.ownerUrl, ...args)
const ledger = (...args: string[]) => ledgerOn(server.ownerUrl)(...args)

/** The day by the server's clock for money, which the sandbox has put forward. */
const today = async (): Promise<string> => {
  const { rows } = await server.pool.query<{ shift_ms: bigint }>('select shift_ms from app.sandbox_clock')
  return dayOf(new Date(clock().getTime() + Number(rows[0]?.shift_ms ?? 0)))
}

/** The statement of today, once there is one that is as expected. */
const todays = async (isIt: (statement: Statement) => boolean = () => true): Promise<Statement> => {
  const found: Statement[] = []
  await eventually(
    async () => {
      const { rows } = await server.pool.query<{ statement: unknown }>(
        'select statement from app.bank_statement where day = $1',
        [await today()],
      )
      const statement = rows[0] && Statement.parse(rows[0].statement)
      if (statement && isIt(statement)) found.push(statement)
      return found.length > 0
    },
    'the bank was held against the ledger',
    20_000,
  )
  const [statement] = found
  if (!statement) throw new Error('There is no statement')
  return statement
}
const kindsOf = ({ differences }: Statement) =>
  differences.map(({ kind, transaction }) => [kind, transaction])
const gauge = async (name: string) =>
  (await (await fetch(`${server.url}/metrics`)).text())
    .split('\n')
    .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    ?.split(' ')[1]

describe('a bank that says what the ledger says', () => {
  it('agrees on every banking day, with what is in transit named, whatever was withdrawn and came back', async () => {
    const first = await todays()
    expect(first).toMatchObject({ differences: [], bankCents: first.sums.bank })
    expect(first.bankCents).toBeGreaterThan(2_500_00n)
    const [good, bad] = [await savesAccount(ada), await savesAccount(ada, PAYOUT_NUMBERS.comesBack)]
    await passDays(ada, 1)
    const arrives = await withdraws(ada, good.id, '20.00')
    const returns = await withdraws(ada, bad.id, '30.00')
    const instant = await withdraws(ada, good.id, '5.00', 'instant')
    await passDays(ada, 1)
    for (const { withdrawal_id: id } of [arrives, returns]) await withdrawalBecomes(ada, id, 'sent')
    await withdrawalBecomes(ada, instant.withdrawal_id, 'arrived')
    await passDays(ada, 5)
    await withdrawalBecomes(ada, returns.withdrawal_id, 'came_back')
    const last = await todays(({ inTransit }) => inTransit.length === 0)
    expect(last).toMatchObject({ differences: [], bankCents: first.bankCents - 25_00n })
    expect(last.sums.bank).toBe(last.bankCents)
    const { rows } = await server.pool.query<{ matches: string }>(
      `select matches from app.bank_transaction where kind <> 'ach-in' order by matches`,
    )
    expect(rows.map(({ matches }) => matches)).toEqual([
      `back ${returns.withdrawal_id}`,
      ...[arrives, returns, instant].map(({ withdrawal_id: id }) => `out ${id}`).toSorted(),
    ])
    const days = await operator('bank')
    expect(days.out).toContain(`${await today()}  sandbox  agrees`)
    expect(days.out.split('\n').filter((line) => line.includes('sandbox')).length).toBeGreaterThan(3)
    expect((await operator('bank', 'show', await today())).out).toContain('Both agree.')
    expect((await operator('bank', 'show', '2026-01-01')).exit).toBe(1)
    expect(await gauge('ledger_bank_differences')).toBe('0')
  })

  it('agrees in the auditor’s tool too, from the whole log, by our copy or by a file of the bank', async () => {
    const ran = await ledger('reconcile-bank')
    expect(ran).toMatchObject({ exit: 0, out: expect.stringContaining('Both agree.') })
    const { rows } = await server.pool.query<{ line: string }>(
      `select concat_ws(',', id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), cents, kind,
        coalesce(reference, '')) as line from app.bank_transaction order by at, id`,
    )
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'bank-')), 'bank.csv')
    await writeFile(file, `id,time,cents,kind,reference\n${rows.map(({ line }) => line).join('\n')}\n`)
    expect(await ledger('reconcile-bank', '--statement', file)).toMatchObject({ exit: 0 })
    await writeFile(
      file,
      `${rows
        .map(({ line }) => line)
        .slice(1)
        .join('\n')}\n`,
    )
    const differs = await ledger('reconcile-bank', '--statement', file, '--json')
    expect(differs.exit).toBe(1)
    expect(differs.out).toContain('missing_at_bank')
    await writeFile(file, 'nonsense\n')
    expect((await ledger('reconcile-bank', '--statement', file)).exit).toBe(2)
  })
})

it('whose the dollars at the bank are is a file from the log alone, of any day', async () => {
  const file = await ledger('owners')
  const [head, ...lines] = file.out.trim().split('\n')
  expect(head).toBe('owner,ownership_category,balance_cents,leaving_cents,wallet')
  const wallet = await server.ledger.wallets.stateOf(ada.id)
  const balance = wallet.status === 'open' ? wallet.balances.USD : 0n
  expect(lines).toContain(`${ada.id},SGL,${balance},0,open`)
  const { sums } = await todays()
  const sum = lines.reduce((total, line) => total + BigInt(line.split(',')[2] ?? '0'), 0n)
  expect(sum).toBe(-sums.members)
  const account = await savesAccount(ada, '7700')
  await passDays(ada, 1)
  const before = JSON.parse((await ledger('owners', '--json')).out)
  const { withdrawal_id: id } = await withdraws(ada, account.id, '4.00')
  const after = JSON.parse((await ledger('owners', '--json')).out)
  expect(after).toMatchObject({ leavingCents: '400', bankCents: before.bankCents })
  expect(BigInt(before.balanceCents) - BigInt(after.balanceCents)).toBe(400n)
  expect((await ledger('owners', '--at', before.position)).out).not.toContain(',400,open')
  await passDays(ada, 1)
  await withdrawalBecomes(ada, id, 'sent')
})

it('exports the bank’s side for hledger and beancount, beside the journal', async () => {
  const [hledger, beancount] = [
    await ledger('export', '--format', 'hledger', '--bank'),
    await ledger('export', '--format', 'beancount', '--bank'),
  ]
  const { rows } = await server.pool.query<{ id: string; matches: string; dollars: string }>(
    `select id, matches, (cents / 100.0)::numeric(20, 2)::text as dollars from app.bank_transaction
     where kind = 'ach-out' order by at limit 1`,
  )
  const [out] = rows
  expect(hledger.out).toMatch(
    new RegExp(
      `\\(${out?.id}\\) ach-out .*matches:${out?.matches}.*\n    statement:sandbox  ${out?.dollars} USD = `,
    ),
  )
  expect(beancount.out).toContain(`  transaction: "${out?.id}"`)
  expect(beancount.out).toContain(`  Assets:Statement:Sandbox  ${out?.dollars} USD\n`)
  expect((await ledger('export', '--format', 'csv', '--bank')).exit).toBe(2)
})

describe('a bank that errs', () => {
  it('is found out, is a case of the operator’s and a metric, and is explained by what the house books', async () => {
    const { rows } = await server.pool.query<{ key: string; cents: bigint }>(
      `select p.key, p.cents from app.sandbox_payout p where p.rail = 'ach' and p.cents = 2000`,
    )
    const [paid] = rows
    // Paid again, by the other rail.
    await server.pool.query(
      `insert into app.sandbox_payout (key, rail, cents, account, behaviour, reference, ordered_at)
       values ($1, 'instant', 2000, 'a', 'arrives', 'r', $2)`,
      [`${paid?.key}-instant`, `${await today()}T12:00:00Z`],
    )
    await passDays(ada, 1)
    const wrong = await todays(({ differences }) => differences.length > 0)
    const again = `out ${paid?.key}-instant`
    expect(kindsOf(wrong)).toEqual([['twice', again]])
    const cases = await operator('cases')
    expect(cases.out).toMatch(/open {2}due \S+ {2}the server about the bank: differs/)
    const [number = ''] = cases.out.split(' ')
    expect((await operator('cases', 'show', number)).out).toContain(again)
    expect(await gauge('ledger_bank_differences')).toBe('1')
    expect((await ledger('reconcile-bank')).exit).toBe(1)

    expect((await operator('bank', 'book', 'nothing', '--as', 'house')).exit).toBe(1)
    expect((await operator('bank', 'book', again, '--as', 'gift')).exit).toBe(2)
    // A bank of earlier days had a transaction of the same id; which is meant has to be said.
    await server.pool.query(
      `insert into app.bank_transaction (bank, id, at, cents, kind) values ('former', $1, now(), 20, 'other')`,
      [again],
    )
    const unclear = await operator('bank', 'book', again, '--as', 'house')
    expect(unclear).toMatchObject({ exit: 1, error: expect.stringMatching(/--bank: former, sandbox/) })
    expect((await operator('bank', 'book', again, '--as', 'house', '--bank', 'sandbox')).exit).toBe(0)
    const right = await todays(({ differences }) => differences.length === 0)
    expect(right.sums.house - wrong.sums.house).toBe(20_00n)
    expect((await operator('cases')).out).toBe('No case awaits an answer.\n')
    expect((await operator('cases', 'show', number)).out).toContain('agree again')
    expect((await ledger('reconcile-bank')).exit).toBe(0)
    const booked = await server.pool.query<{ bank: string; book_as: string | null }>(
      'select bank, book_as from app.bank_transaction where id = $1 order by bank',
      [again],
    )
    expect(booked.rows).toEqual([
      { bank: 'former', book_as: null },
      { bank: 'sandbox', book_as: 'house' },
    ])
    expect((await operator('bank', 'book', again, '--as', 'fee', '--bank', 'sandbox')).exit).toBe(1)
  })
})
