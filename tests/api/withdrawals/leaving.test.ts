import { expect, it } from 'vitest'
import { newId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { Withdrawal } from '../../../api/contract/withdrawals.ts'
import { operatorOn } from '../../support/operator-run.ts'
import { movingClock } from '../../support/moving-clock.ts'
import { answersAs, begins, identityBecomes } from '../../support/person-calls.ts'
import { eventually } from '../../support/read-models.ts'
import { checkedServer, type TestServer } from '../../support/test-server.ts'
import { refusal, sends, walletOf } from '../../support/wallet-calls.ts'
import {
  optionsFor,
  passDays,
  PAYOUT_NUMBERS,
  savesAccount,
  withdrawalBecomes,
  withdrawing,
} from '../../support/withdrawal-calls.ts'

const clock = movingClock('2026-11-30T12:00:00Z')
/** Who has left. */
let left = ''
const server = checkedServer({ clock, env: { SEED: 'none', WITHDRAWAL_CANCEL_SECONDS: '3600' } })

/** $25 come in at the bank; returns the context of a command like it. */
const gives = async (member: Awaited<ReturnType<TestServer['signIn']>>) => {
  const depositId = newId()
  const context = { actor: 'system', correlationId: depositId, causationId: depositId }
  await server.pool.query('insert into app.sandbox_money_in (reference, cents, at) values ($1, 2500, $2)', [
    depositId,
    clock(),
  ])
  const { position } = await server.ledger.wallets.execute(
    member.id,
    { type: 'creditDeposit', depositId, source: 'bank', amount: usd(25_00) },
    { ...context, at: clock().toISOString() },
  )
  await walletOf(member, position.toString())
  return context
}

const operator = (...args: string[]) => operatorOn(server.ownerUrl, ...args)

const paysOut = async (memberId: string): Promise<void> => {
  const grace = await server.signIn('grace')
  await passDays(grace, 1)
  const owed = new RegExp(`${memberId} is owed \\$([\\d.]+)`)
  let dollars = ''
  await eventually(
    async () => {
      const [number = ''] = /^\d+(?= .*closed wallets: owed)/m.exec((await operator('cases')).out) ?? []
      dollars = owed.exec((await operator('cases', 'show', number)).out)?.[1] ?? ''
      return dollars !== ''
    },
    'the operator sees what is owed',
    20_000,
  )
  await server.pool.query(
    `insert into app.sandbox_payout (key, rail, cents, account, behaviour, reference, ordered_at)
     select 'by hand', 'instant', $1, 'a', 'arrives', 'r', max(at) from app.bank_statement`,
    [dollars.replace('.', '')],
  )
  await passDays(grace, 1)
  const isIn = async (text: string) => (await operator('cases')).out.includes(text)
  await eventually(() => isIn('about the bank: differs'), 'nobody ordered it', 20_000)
  expect((await operator('bank', 'book', 'out by hand', '--as', 'owed')).exit).toBe(2)
  expect((await operator('bank', 'book', 'out by hand', '--as', 'owed', '--for', grace.id)).exit).toBe(0)
  await passDays(grace, 1)
  // Her wallet is open: nothing is paid out of it so.
  expect(await isIn('about the bank: differs')).toBe(true)
  expect((await operator('bank', 'book', 'out by hand', '--as', 'owed', '--for', memberId)).exit).toBe(0)
  await eventually(async () => !(await isIn('about the bank: differs')), 'both agree', 20_000)
  const wallet = await server.ledger.wallets.stateOf(memberId)
  // Interest since is less than a cent a day.
  expect(wallet.status === 'closed' && wallet.balances.USD <= 2n).toBe(true)
}

it('a member leaves after the last withdrawal was sent; what comes back then is booked, and nothing is lost', async () => {
  await gives(await server.signIn('grace'))
  const donald = await server.signIn('donald')
  await begins(donald)
  await answersAs(donald, 'valid')
  await passDays(donald, 1)
  await identityBecomes(donald, { state: 'verified' })
  const account = await savesAccount(donald, PAYOUT_NUMBERS.comesBack)
  const context = await gives(donald)
  await passDays(donald, 1)
  const { available_usd: all } = await optionsFor(donald)
  await sends(donald, { to_user_identifier: 'grace', currency: 'YUT', amount: '100' })
  const close = () => donald.post('/api/profile/close', { handle: 'donald' })
  // Whichever comes first, the account stays: it has money, or money on its way to the bank.
  const [withdrawn, ...closed] = await Promise.all([withdrawing(donald, account.id, all), close(), close()])
  const begun = Withdrawal.parse(await withdrawn.json())
  expect(begun.total_usd).toBe(all)
  expect(closed.map(({ status }) => status)).not.toContain(200)
  expect(await refusal(await close())).toMatchObject({
    status: 422,
    error: expect.stringContaining('being prepared'),
  })
  // The wallet decides, whatever was asked before.
  await expect(
    server.ledger.wallets.execute(
      donald.id,
      { type: 'closeWallet' },
      { ...context, at: clock().toISOString() },
    ),
  ).rejects.toMatchObject({ code: 'wallet_not_empty' })
  await passDays(donald, 1)
  expect(await withdrawalBecomes(donald, begun.withdrawal_id, 'sent')).toMatchObject({ total_usd: all })
  await eventually(async () => (await close()).status === 200, 'the account is closed', 20_000)
  const { rowCount } = await server.pool.query('select from app.saved_bank_account where member_id = $1', [
    donald.id,
  ])
  expect(rowCount).toBe(0)
  await passDays(await server.signIn('grace'), 5)
  await eventually(
    async () => {
      const wallet = await server.ledger.wallets.stateOf(donald.id)
      // And its interest since.
      return wallet.status === 'closed' && wallet.balances.USD >= BigInt(all.replace('.', ''))
    },
    'the money is back in the closed wallet',
    20_000,
  )
  left = donald.id
})

it('the operator sees what the closed wallet is owed, pays it at the bank, and says so', () => paysOut(left))
