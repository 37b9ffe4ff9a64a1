import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLogger } from '../../../../api/logging/logger.ts'
import { beginClosing } from '../../../../api/profile/account-closings.ts'
import { createErasure } from '../../../../api/profile/erasure.ts'
import { createLeaving, type LeavingParts } from '../../../../api/profile/leaving.ts'
import { identityData } from '../../../../api/profile/personal-data.ts'
import { withdrawalIdOf } from '../../../../api/withdrawals/withdrawals.ts'
import { derivedId, newId, systemClock } from '../../../../events/ids.ts'
import { money, usd } from '../../../../events/money.ts'
import { eventually } from '../../../support/read-models.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
let parts: LeavingParts
beforeAll(async () => {
  // A server without processes: the test does their work.
  server = await startTestServer({ env: { SEED: 'none', ROLE: 'api', YUT_WELCOME_GRANT: '0' } })
  const { pool, ledger } = server
  const { wallets } = ledger
  const formerMembers = {
    recordClosure: async () => {},
    recordReturn: async () => {},
    isFormerHandle: async () => false,
  }
  const idOf = ({ memberId, key: idempotencyKey }: { memberId: string; key: string }) =>
    withdrawalIdOf({ memberId, idempotencyKey })
  parts = {
    pool,
    clock: systemClock,
    closings: { freshOf: async () => ({ obstacles: [], owed: 0n }), settleOwed: async () => {} },
    wallets,
    earning: { verifiedTimes: null },
    transfers: ledger.transfers,
    payments: {
      idOf,
      usableFrom: async () => new Date(0),
      assertMayPay: async () => {},
      limitedTo: async () => 10_000_00n,
      request: async ({ key, ...payment }) => {
        const withdrawalId = idOf({ memberId: payment.memberId, key })
        await wallets.execute(
          payment.memberId,
          { type: 'requestWithdrawal', withdrawalId, ...payment, isShared: false, fee: 0n, rail: 'ach' },
          {
            ...by(withdrawalId),
            step: { eventId: derivedId('WithdrawalRequested', withdrawalId), after: 0n },
          },
        )
      },
      cancel: async (payment) => {
        const withdrawalId = idOf(payment)
        await wallets.execute(payment.memberId, { type: 'cancelWithdrawal', withdrawalId }, by(withdrawalId))
      },
      wasCancelled: async () => false,
    },
    erasure: createErasure({
      pool,
      store: ledger.store,
      settle: async () => {},
      givenUp: async () => ['YUT'],
      wallets,
      requests: { answer: () => Promise.reject(new Error('There are none')) },
      credentials: { revokeAll: async () => {} },
      messageKeys: { destroy: async () => {} },
      areas: [identityData(formerMembers)],
      clock: systemClock,
      ledgerClock: systemClock,
      onErased: () => {},
    }),
    onEnded: () => {},
    log: createLogger('silent'),
  }
})
afterAll(async () => {
  await server?.check()
  await server?.stop()
})

const by = (id: string) => ({
  actor: 'test',
  correlationId: id,
  causationId: id,
  at: new Date().toISOString(),
})

/** Two members, the first with dollars and tokens, whose account is closing. */
const someone = async () => {
  const [from, to] = [await server.signIn('ada'), await server.signIn('grace')]
  for (const amount of [usd(25_00), money('USDC', 5_000_000n), money('YUT', 3_000_000n)])
    await server.ledger.wallets.execute(
      from.id,
      { type: 'creditDeposit', depositId: newId(), source: 'bank', amount },
      by(newId()),
    )
  const now = new Date()
  await beginClosing(server.pool, {
    memberId: from.id,
    id: newId(),
    begunAt: now,
    provenAt: now,
    bankAccountId: randomUUID(),
    givesUp: ['YUT'],
    sendsTo: { USDC: to.id, YUT: null },
  })
  return { id: from.id, to: to.id }
}

const factsOf = (id: string) =>
  Array.fromAsync(server.ledger.store.readStream(`wallet-${id}`), ({ type }) => type)

/** The bank takes whatever was asked for. */
const bankTakes = async (id: string): Promise<void> => {
  const wallet = await server.ledger.wallets.stateOf(id)
  if (wallet.status !== 'open') return
  for (const [withdrawalId, { stage }] of Object.entries(wallet.withdrawals)) {
    if (stage === 'sent') continue
    await server.ledger.wallets.execute(id, { type: 'orderWithdrawal', withdrawalId }, by(withdrawalId))
    await server.ledger.wallets.execute(
      id,
      { type: 'sendWithdrawal', withdrawalId, reference: 'r' },
      by(withdrawalId),
    )
  }
}

/** The parts with one that dies once: before its work, or after it, when its answer is lost. */
const dying = (what: string, when: 'before' | 'after'): LeavingParts => {
  let left = 1
  const once =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const dies = left > 0
      left -= 1
      if (dies && when === 'before') throw new Error('died')
      const done = await work(...args)
      if (dies) throw new Error('died')
      return done
    }
  const { closings, payments, transfers, erasure, wallets } = parts
  switch (what) {
    case 'settling':
      return { ...parts, closings: { ...closings, settleOwed: once(closings.settleOwed) } }
    case 'interest':
      return { ...parts, wallets: { ...wallets, execute: once(wallets.execute) } }
    case 'payment':
      return { ...parts, payments: { ...payments, request: once(payments.request) } }
    case 'tokens':
      return { ...parts, transfers: { send: once(transfers.send) } }
    case 'begin':
      return { ...parts, erasure: { ...erasure, begin: once(erasure.begin) } }
    default:
      return { ...parts, erasure: { ...erasure, carryOn: once(erasure.carryOn) } }
  }
}

it.each(
  ['settling', 'interest', 'payment', 'tokens', 'begin', 'closing'].flatMap((what) =>
    (['before', 'after'] as const).map((when) => [when, what] as const),
  ),
)('a closing that dies %s its %s goes on: it pays once, sends once and closes once', async (when, what) => {
  const { id, to } = await someone()
  const before = await server.ledger.wallets.stateOf(to)
  const dies = createLeaving(dying(what, when))
  const lives = createLeaving(parts)
  let deaths = 0
  const goOn = () =>
    dies.goOn(id).catch((error: unknown) => {
      expect(error).toMatchObject({ message: 'died' })
      deaths += 1
    })
  await goOn()
  await lives.goOn(id)
  await bankTakes(id)
  await goOn()
  await lives.goOn(id)
  // An erasure that was begun is the erasure's process to finish.
  if ((await server.ledger.wallets.stateOf(id)).status === 'open') await parts.erasure.carryOn(id)
  expect(deaths).toBe(1)
  const facts = await factsOf(id)
  for (const type of ['WithdrawalRequested', 'WithdrawalSent', 'TransferSent', 'WalletClosed'])
    expect(
      facts.filter((one) => one === type),
      type,
    ).toHaveLength(1)
  expect(await server.ledger.wallets.stateOf(id)).toMatchObject({
    status: 'closed',
    balances: { USD: 0n, USDC: 0n, YUT: 0n },
  })
  const after = await server.ledger.wallets.stateOf(to)
  const usdc = (wallet: typeof before) => (wallet.status === 'open' ? wallet.balances.USDC : 0n)
  expect(usdc(after) - usdc(before)).toBe(5_000_000n)
})

it('a stop at the moment of the last payment waits for it, and takes it back', async () => {
  const { id } = await someone()
  const asked = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const { payments } = parts
  const request: typeof payments.request = async (payment) => {
    asked.resolve()
    await goesOn.promise
    await payments.request(payment)
  }
  const paying = createLeaving({ ...parts, payments: { ...payments, request } }).goOn(id)
  await asked.promise
  const stopping = createLeaving(parts).stop(id)
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%account_closing%'`
  await eventually(async () => (await server.pool.query(waits)).rowCount === 1, 'the stop waits')
  goesOn.resolve()
  expect(await paying).toBe('waiting')
  await stopping
  expect((await factsOf(id)).filter((type) => type.startsWith('Withdrawal'))).toEqual([
    'WithdrawalRequested',
    'WithdrawalCancelled',
  ])
  expect(await server.ledger.wallets.stateOf(id)).toMatchObject({ status: 'open', balances: { USD: 25_00n } })
  await expect(createLeaving(parts).stop(id)).rejects.toMatchObject({ code: 'not_closing' })
  expect(await createLeaving(parts).goOn(id)).toBe('none')
})
