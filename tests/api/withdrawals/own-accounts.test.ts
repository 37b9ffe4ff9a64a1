import { expect, it } from 'vitest'
import { Statement } from '../../../api/reconciliation/statement.ts'
import { movingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { checkedServer, signedIn } from '../../support/test-server.ts'
import { passDays, savesAccount, withdrawalBecomes, withdraws } from '../../support/withdrawal-calls.ts'

/** A Monday without a holiday soon. */
const clock = movingClock('2026-11-30T12:00:00Z')
const server = checkedServer({
  clock,
  env: { INCREASE_ACCOUNTS: 'each', WITHDRAWAL_CANCEL_SECONDS: '60' },
})
const ada = signedIn(server, 'ada')

/** What lies in the member's own account, by what came in on it and was moved. */
const atBank = async (): Promise<bigint | undefined> => {
  const { rows } = await server.pool.query<{ cents: bigint }>(
    `select (select coalesce(sum(cents), 0)::int8 from app.sandbox_move v where v.account_id = b.account_id)
       + (select coalesce(sum(cents), 0)::int8 from app.sandbox_own_money_in join app.sandbox_money_in using (number)
          where account_id = b.account_id) as cents
     from app.sandbox_bank_account b where member_id = $1`,
    [ada.id],
  )
  return rows[0]?.cents
}
const inLedger = async (): Promise<bigint | undefined> => {
  const wallet = await server.ledger.wallets.stateOf(ada.id)
  return wallet.status === 'open' ? wallet.balances.USD : undefined
}
const isSwept = (what: string) =>
  eventually(async () => (await atBank()) === (await inLedger()), what, 20_000)

it('a member’s own account holds what the ledger says, before and after a withdrawal, and both books agree', async () => {
  await isSwept('the account is filled from the pooled one')
  const before = await atBank()
  expect(before).toBeGreaterThan(0n)
  const account = await savesAccount(ada)
  await passDays(ada, 1)
  const { withdrawal_id: id } = await withdraws(ada, account.id, '20.00')
  await passDays(ada, 1)
  await withdrawalBecomes(ada, id, 'sent')
  await passDays(ada, 5)
  await isSwept('the account is swept after the withdrawal')
  await passDays(ada, 3)
  await isSwept('the account is swept on each banking day')
  const { rows } = await server.pool.query<{ statement: unknown }>(
    'select statement from app.bank_statement order by at desc limit 1',
  )
  expect(Statement.parse(rows[0]?.statement)).toMatchObject({ differences: [] })
  const moved = await server.pool.query(
    `select sum(cents)::int8 as sum, count(*) > 1 as several from app.bank_transaction where kind = 'moved'`,
  )
  expect(moved.rows).toEqual([{ sum: 0n, several: true }])
})
