import { beforeAll, describe, expect, it } from 'vitest'
import { createBillStreams } from '../../../api/bills/bill-streams.ts'
import { createPayments } from '../../../api/bills/payments.ts'
import { createMovements, poolIdOf } from '../../../api/pools/movements.ts'
import { createPoolStreams } from '../../../api/pools/pool-streams.ts'
import { ORDER_CENTS_MIN, tradeAt } from '../../../api/sandbox/market/trade.ts'
import { createWallets } from '../../../api/wallet/wallets.ts'
import { createAudit } from '../../../events/audit/audit.ts'
import { LedgerFault } from '../../../events/audit/fault.ts'
import { billIdOf } from '../../../events/bills/events.ts'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { DAY_MS, standingClock } from '../../support/moving-clock.ts'
import { NO_SNAPSHOTS } from '../../support/no-snapshots.ts'

const ada = derivedId('member', 'ada')
const billId = billIdOf('tellepathy', ada, '2026-01')

/** The log of a pool that is created, valued, gets a dividend, pays a bill with the wallet, and is closed. */
const writeLog = async (): Promise<readonly RecordedEvent[]> => {
  const store = createMemoryStore()
  const clock = standingClock('2026-01-31T12:00:00.000Z')
  const wallets = createWallets({ store, snapshots: NO_SNAPSHOTS })
  const quotes = [
    { day: '2026-01-31', price: 101_234_567n, dividend: 0n },
    { day: '2026-02-01', price: 103_000_001n, dividend: 400_003n },
    { day: '2026-02-02', price: 102_999_999n, dividend: 0n },
  ]
  const quoted = async (_fund: unknown, after: string, through: string) =>
    quotes.filter(({ day }) => day > after && day <= through)
  const market = { quotes: quoted, trade: tradeAt(quoted), slippage: 0n, orderCentsMin: ORDER_CENTS_MIN }
  const pools = createPoolStreams({ store, snapshots: NO_SNAPSHOTS, market, clock })
  const onUnfinished = (_id: string, error: unknown) => {
    throw error
  }
  const movements = createMovements({ store, wallets, pools, clock, onUnfinished })
  const bills = createBillStreams({ store, clock })
  const payments = createPayments({ bills, pools, wallets, clock, onUnfinished })
  const context = () => ({
    actor: 'test',
    correlationId: ada,
    causationId: ada,
    at: clock().toISOString(),
  })
  await wallets.execute(ada, { type: 'openWallet', memberId: ada }, context())
  await wallets.execute(
    ada,
    { type: 'creditDeposit', depositId: derivedId('deposit'), source: 'bank', amount: usd(2_000_00) },
    context(),
  )
  await wallets.execute(
    ada,
    { type: 'setBillsFromWallet', changeId: derivedId('allow'), allowed: true },
    context(),
  )
  const idempotencyKey = derivedId('key')
  const poolId = poolIdOf(ada, idempotencyKey)
  const name = { keyId: 'k', nonce: 'n', ciphertext: 'c' }
  await movements.contribute({
    memberId: ada,
    poolId,
    idempotencyKey,
    repeated: false,
    amount: 1_000_00n,
    opens: { name, poolType: 'mixed', risk: 'moderate', autoPay: true, target: '0' },
  })
  clock.forward(2 * DAY_MS)
  const cause = { actor: 'system', causationId: billId }
  const lines = [{ item: 'plan:standard', reference: 'one', cents: 30_00n }]
  const issue = {
    type: 'issue',
    billId,
    memberId: ada,
    biller: 'tellepathy',
    period: '2026-01',
    lines,
  } as const
  await bills.execute(billId, { ...issue, dueOn: '2026-02-09' }, cause)
  await payments.pay({
    billId,
    memberId: ada,
    paymentId: derivedId('payment'),
    method: 'auto',
    legs: [
      { source: 'pool', poolId, dividends: '395', gains: '1605' },
      { source: 'wallet', amount: '1000' },
    ],
  })
  await movements.withdraw({
    memberId: ada,
    poolId,
    idempotencyKey: derivedId('withdraw'),
    repeated: false,
    amount: 100_01n,
  })
  await movements.close({
    memberId: ada,
    poolId,
    idempotencyKey: derivedId('close'),
    repeated: false,
  })
  return store.log
}

const audited = (log: readonly RecordedEvent[]): void => {
  const audit = createAudit({ dense: true })
  for (const recorded of log) audit.check(recorded)
  audit.finish({ idle: true })
}

let log: readonly RecordedEvent[] = []
beforeAll(async () => {
  log = await writeLog()
})

/** The log with changed data in the events of one type. */
const changed = (type: string, change: Record<string, unknown>): readonly RecordedEvent[] => {
  expect(log.map((recorded) => recorded.type)).toContain(type)
  return log.map((recorded) => {
    if (recorded.type !== type) return recorded
    const data: Record<string, unknown> = { ...recorded.data, ...change }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is stored is JSON
    return { ...recorded, data: data as RecordedEvent['data'] }
  })
}

/** The log without the events of one type; later events are renumbered. */
const without = (type: string): readonly RecordedEvent[] => {
  const revisions = new Map<string, bigint>()
  return log
    .filter((recorded) => recorded.type !== type)
    .map((recorded, i) => {
      const revision = (revisions.get(recorded.streamId) ?? -1n) + 1n
      revisions.set(recorded.streamId, revision)
      return { ...recorded, revision, position: BigInt(i + 1) }
    })
}

const cents = (minor: string) => ({ currency: 'USD', minor })

describe('the audit of pools and bills', () => {
  it('passes what the application writes', () => {
    expect(new Set(log.map(({ type }) => type))).toEqual(
      new Set([
        'WalletOpened',
        'DepositCredited',
        'BillsFromWalletSet',
        'PoolContributionSent',
        'PoolCreated',
        'PoolContributionReceived',
        'BillIssued',
        'BillPaymentStarted',
        'PoolValued',
        'DividendReceived',
        'PoolProceedsSent',
        'BillPaidFromWallet',
        'BillPaid',
        'PoolPaymentSettled',
        'PoolProceedsOrdered',
        'PoolProceedsReceived',
        'PoolClosed',
      ]),
    )
    expect(() => audited(log)).not.toThrow()
  })

  it.for([
    ['PoolValued', { price: '103000002' }],
    ['PoolValued', { change: cents('1') }],
    ['PoolValued', { value: '1' }],
    ['PoolValued', { day: '2026-02-05' }],
    ['DividendReceived', { amount: '1' }],
    ['DividendReceived', { day: '2026-02-02' }],
    ['PoolContributionReceived', { bought: '1' }],
    ['PoolContributionReceived', { amount: cents('99999') }],
    ['PoolContributionReceived', { principal: '99999' }],
    ['PoolContributionReceived', { cost: '1' }],
    ['PoolContributionReceived', { contributionId: derivedId('another') }],
    ['PoolProceedsOrdered', { units: '1' }],
    ['PoolProceedsOrdered', { units: '99999999999999' }],
    ['PoolProceedsOrdered', { amount: cents('1') }],
    ['PoolProceedsOrdered', { proceedsId: derivedId('another') }],
    ['PoolProceedsOrdered', { day: '2026-02-05' }],
    ['PoolProceedsSent', { sold: '1' }],
    ['PoolProceedsSent', { amount: cents('1') }],
    ['PoolProceedsSent', { fromCash: '0' }],
    ['PoolProceedsSent', { realised: '0' }],
    ['PoolProceedsReceived', { amount: cents('1') }],
    ['PoolProceedsReceived', { proceedsId: derivedId('another') }],
    ['PoolClosed', { residue: '1' }],
    ['BillIssued', { amount: cents('1') }],
    ['BillIssued', { period: '2026-02' }],
    ['BillPaymentStarted', { legs: [{ source: 'wallet', amount: '3000' }] }],
    ['BillPaidFromWallet', { amount: cents('999') }],
    ['BillPaid', { amount: cents('2999') }],
    ['BillPaid', { biller: 'another' }],
    ['BillPaid', { paymentId: derivedId('another') }],
  ] as const)('finds a wrong figure: %s %j', ([type, change]) => {
    expect(() => audited(changed(type, change))).toThrow(LedgerFault)
  })

  it.for([
    'PoolContributionSent',
    'PoolContributionReceived',
    'PoolProceedsReceived',
    'PoolPaymentSettled',
    'BillIssued',
    'BillPaymentStarted',
    'BillPaidFromWallet',
    'BillPaid',
    'DividendReceived',
  ])('finds that a %s is missing', (type) => {
    expect(() => audited(without(type))).toThrow(LedgerFault)
  })
})
