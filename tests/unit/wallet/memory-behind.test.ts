import { describe, expect, it } from 'vitest'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { Refusal } from '../../../events/refusal.ts'
import type { Wallet } from '../../../events/wallet/wallet.ts'
import { checkLedger } from '../../support/ledger-invariants.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { DAY_MS, standingClock } from '../../support/moving-clock.ts'
import { walletProcess } from '../../support/wallet-process.ts'

const ada = derivedId('member', 'ada')
const grace = derivedId('member', 'grace')

/** Two processes over one ledger; both know the wallets of Ada, who has $2,500, and of Grace. */
const twoProcesses = async () => {
  const clock = standingClock('2026-01-01T12:00:00.000Z')
  const store = createMemoryStore()
  const start = () => {
    const { wallets, ensureWallet, transfers } = walletProcess({ store, clock })
    const context = () => ({
      actor: 'system',
      correlationId: ada,
      causationId: ada,
      at: clock().toISOString(),
    })
    const payInterest = (memberId: string) =>
      wallets.execute(
        memberId,
        { type: 'payInterestDue', daysMax: 100, verified: null },
        { ...context(), contested: true },
      )
    return { wallets, ensureWallet, transfers, context, payInterest }
  }
  const [one, other] = [start(), start()]
  for (const { ensureWallet } of [one, other]) for (const member of [ada, grace]) await ensureWallet(member)
  await one.wallets.execute(
    ada,
    { type: 'creditDeposit', depositId: derivedId('d'), source: 'bank', amount: usd(250_000) },
    one.context(),
  )
  return { clock, store, one, other }
}

const centsOf = (state: Wallet): bigint => (state.status === 'absent' ? 0n : state.balances.USD)

describe('a process whose memory is behind the ledger', () => {
  it('pays interest for the days since a transfer that another one delivered', async () => {
    const { clock, store, one, other } = await twoProcesses()
    const order = {
      idempotencyKey: derivedId('key'),
      from: ada,
      to: grace,
      amount: usd(250_000),
      message: null,
      provenAt: clock().toISOString(),
    }
    await one.transfers.send({ ...order, repeated: false })
    clock.forward(3 * DAY_MS)
    expect(await other.transfers.send({ ...order, repeated: true })).toMatchObject({ status: 'completed' })

    await other.payInterest(grace)
    expect(centsOf(await one.wallets.stateOf(grace))).toBe(250_090n)
    await checkLedger(store.log)
  })

  it.for(['one', 'other'] as const)(
    'is handed the event of a step done before, from memory or not: %s',
    async (who) => {
      const { clock, store, ...processes } = await twoProcesses()
      const sendOnce = (by: 'one' | 'other') => {
        const { wallets, context } = processes[by]
        const transferId = derivedId('transfer')
        return wallets.execute(
          ada,
          { type: 'sendTransfer', transferId, to: grace, amount: usd(1_00), message: null, provenAt: null },
          { ...context(), step: { eventId: derivedId('TransferSent', transferId), after: 0n } },
        )
      }
      const sent = await sendOnce('one')
      clock.forward(DAY_MS)
      const { length } = store.log
      expect(await sendOnce(who)).toEqual({ ...sent, outcome: 'already_done' })
      expect(store.log).toHaveLength(length)
    },
  )

  it('pays interest on what another one has paid', async () => {
    const { clock, store, one, other } = await twoProcesses()
    await other.payInterest(ada)
    clock.forward(DAY_MS)
    await one.payInterest(ada)
    clock.forward(DAY_MS)
    await other.payInterest(ada)
    clock.forward(300 * DAY_MS)
    for (let round = 0; round < 4; round += 1) await (round % 2 === 0 ? one : other).payInterest(ada)
    // $2,500.60 after two days, then 300 days of interest on that at 1.045^(1/365) - 1 per day.
    expect(centsOf(await one.wallets.stateOf(ada))).toBe(259_107n)
    await checkLedger(store.log)
  })

  it.for(['in turn', 'at once'] as const)(
    'lets no two of them split what needs a step-up: %s',
    async (how) => {
      const { store, one, other } = await twoProcesses()
      const sends = ({ transfers }: typeof one, key: string) =>
        transfers
          .send({
            idempotencyKey: derivedId(key),
            from: ada,
            to: grace,
            amount: usd(249_99),
            message: null,
            provenAt: null,
            repeated: false,
          })
          .then(
            ({ status }) => status,
            (error: unknown) => (error instanceof Refusal ? error.code : 'failed'),
          )
      const first = sends(one, 'first')
      if (how === 'in turn') await first
      const results = await Promise.all([first, sends(other, 'second')])
      expect(results.toSorted()).toEqual(['completed', 'payment_not_fresh'])
      await checkLedger(store.log)
    },
  )
})
