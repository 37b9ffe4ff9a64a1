import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '../../../events/calendar.ts'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { decide, type WalletCommand } from '../../../events/wallet/decide.ts'
import { walletEvents } from '../../../events/wallet/events.ts'
import { nextUnpaidDay } from '../../../events/wallet/interest.ts'
import { evolve, initialState, type Wallet } from '../../../events/wallet/wallet.ts'
import { interestDue } from '../../../projections/wallet/interest-due.ts'
import { walletProjection } from '../../../projections/wallet/projection.ts'
import { freshReadModels, type ReadModels } from '../../support/read-models.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const DAY_MS = 86_400_000
const isoAt = (day: number, part: number): string =>
  new Date(START + day * DAY_MS + part * 1_000).toISOString()

let models: ReadModels
beforeAll(async () => {
  models = await freshReadModels()
})
afterAll(() => models.dispose())

const step = fc.record({
  /** Days since the step before. */
  days: fc.constantFrom(0, 0, 1, 1, 2, 9),
  kind: fc.constantFrom('credit', 'spend', 'empty', 'pay some', 'pay all', 'tokens', 'clock back'),
  cents: fc.bigInt(1n, 500_000n),
})

/** The commands of one step, for the wallet in its present state. */
const commandsOf = (
  wallet: Wallet,
  { kind, cents }: { kind: string; cents: bigint },
  name: string,
): WalletCommand[] => {
  const has = wallet.status === 'open' ? wallet.balances.USD : 0n
  const id = derivedId('step', name)
  const send = (minor: bigint): WalletCommand[] =>
    minor <= 0n
      ? []
      : [
          {
            type: 'sendTransfer',
            transferId: id,
            to: derivedId('sink'),
            amount: usd(minor),
            message: null,
            provenAt: '2026-01-01T00:00:00.000Z',
          },
        ]
  switch (kind) {
    case 'credit':
    case 'clock back':
      return [{ type: 'creditDeposit', depositId: id, source: 'bank', amount: usd(cents) }]
    case 'spend':
      return send(cents < has ? cents : has)
    case 'empty':
      return send(has)
    case 'pay some':
      return [{ type: 'payInterestDue', daysMax: 2, verified: null }]
    case 'pay all':
      return [{ type: 'payInterestDue', daysMax: 100, verified: null }]
    default:
      return [{ type: 'grantYut', grantId: id, reason: 'demo', amount: { currency: 'YUT', minor: cents } }]
  }
}

describe('the read model of due interest', () => {
  it('names exactly the wallets that have unpaid ended days, however the log is cut into batches', async () => {
    const wallets = new Map<string, Wallet>()
    const histories = fc.sample(fc.array(step, { maxLength: 25 }), { numRuns: 60, seed: 20_260_101 })
    let newest = START
    for (const [index, history] of histories.entries()) {
      const memberId = derivedId('saver', String(index))
      let wallet = initialState()
      let revision: 'no_stream' | bigint = 'no_stream'
      let day = 0
      const carryOut = async (command: WalletCommand, at: string) => {
        const events = decide(command, wallet, at)
        if (events.length === 0) return
        const stored = events.map((event) => ({
          id: walletEvents.idOf(event),
          type: event.type,
          data: event.data,
          metadata: { schemaVersion: 1, actor: 'system', at },
        }))
        revision = (await models.store.append(walletEvents.streamOf(memberId), revision, stored)).revision
        wallet = events.reduce((state, event) => evolve(state, event, at), wallet)
      }
      await carryOut({ type: 'openWallet', memberId }, isoAt(0, 0))
      for (const [place, one] of history.entries()) {
        day += one.days
        const at = isoAt(one.kind === 'clock back' ? Math.max(0, day - 1) : day, 100 + place)
        newest = Math.max(newest, START + day * DAY_MS)
        for (const command of commandsOf(wallet, one, `${index} ${place}`)) await carryOut(command, at)
      }
      wallets.set(memberId, wallet)
    }

    // Batches of seven events: most histories are split somewhere.
    const projections = models.start({ projections: [walletProjection], batchMax: 7 })
    expect(await projections.waitFor(await models.store.head(), 20_000)).toBe(true)

    for (const ahead of [1, 2, 30]) {
      const at = new Date(newest + ahead * DAY_MS).toISOString()
      const expected = [...wallets]
        .filter(([, wallet]) => {
          if (wallet.status === 'absent') return false
          return nextUnpaidDay(wallet.interest, wallet.balances.USD, at) !== null
        })
        .map(([memberId]) => memberId)
      const due = await interestDue(models.pool, dayOf(at), 1_000)
      expect([...due].toSorted()).toEqual(expected.toSorted())
      expect(due.length).toBeGreaterThan(0)
      expect(due.length).toBeLessThan(wallets.size)
    }
  })
})
