import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { movingClock } from '../../support/moving-clock.ts'
import { answersAs, begins, identityBecomes } from '../../support/person-calls.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { refusal, sends, walletOf } from '../../support/wallet-calls.ts'
import {
  optionsFor,
  passDays,
  PAYOUT_NUMBERS,
  savesAccount,
  withdrawalBecomes,
  withdraws,
} from '../../support/withdrawal-calls.ts'

const clock = movingClock('2026-11-30T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock, env: { SEED: 'none', WITHDRAWAL_CANCEL_SECONDS: '3600' } })
})
afterAll(async () => {
  await server?.check()
  await server?.stop()
})

it('a member leaves after the last withdrawal was sent; what comes back then is booked, and nothing is lost', async () => {
  await server.signIn('grace')
  const donald = await server.signIn('donald')
  await begins(donald)
  await answersAs(donald, 'valid')
  await passDays(donald, 1)
  await identityBecomes(donald, { state: 'verified' })
  const account = await savesAccount(donald, PAYOUT_NUMBERS.comesBack)
  const depositId = newId()
  const context = { actor: 'system', correlationId: depositId, causationId: depositId }
  const { position } = await server.ledger.wallets.execute(
    donald.id,
    { type: 'creditDeposit', depositId, source: 'bank', amount: usd(25_00) },
    { ...context, at: clock().toISOString() },
  )
  await walletOf(donald, position.toString())
  await passDays(donald, 1)
  const { available_usd: all } = await optionsFor(donald)
  const begun = await withdraws(donald, account.id, all)
  const close = () => donald.post('/api/profile/close', { handle: 'donald' })
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
  await sends(donald, { to_user_identifier: 'grace', currency: 'YUT', amount: '100' })
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
})
