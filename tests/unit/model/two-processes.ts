import { bookAfter, emptyBankBook } from '../../../api/reconciliation/bank-book.ts'
import { memberAccount, stakeAccount } from '../../../events/accounts.ts'
import { createAudit } from '../../../events/audit/audit.ts'
import { derivedId } from '../../../events/ids.ts'
import type { Currency } from '../../../events/money.ts'
import { valueCents } from '../../../events/pools/holding.ts'
import { createMemoryStore, type Fault } from '../../support/memory-store.ts'
import { standingClock } from '../../support/moving-clock.ts'
import { checkCredentials } from './credentials/world.ts'
import { checkDevices, isMoving } from './devices/world.ts'
import type { Intent, SeenAll } from './intents.ts'
import { checkOrders } from './pools/views.ts'
import { createSurroundings } from './surroundings.ts'
import { checkBank } from './withdrawals/reconciliation.ts'
import { checkPayouts } from './withdrawals/world.ts'
import { startProcess } from './world.ts'

export const START = '2026-01-01T22:00:00.000Z'

/** The application as two processes over one ledger, which is audited after each step. */
export const createWorld = (faultOf: () => Fault = () => 'none') => {
  const clock = standingClock(START)
  const store = createMemoryStore(faultOf)
  const audit = createAudit({ dense: true })
  const surroundings = createSurroundings(store, clock, faultOf)
  const { views, devices, carrier, credentials, filled, paid, waited } = surroundings
  const start = () => startProcess(surroundings)
  const processes = [start(), start()]
  const past: Intent[] = []
  const tried = new Set<string>()
  let keys = 0
  let looks = 0
  let book = emptyBankBook()

  const owed = (member: string, what: Currency | 'staked'): bigint =>
    what === 'staked'
      ? -audit.book.balanceOf(stakeAccount(member), 'YUT')
      : -audit.book.balanceOf(memberAccount(member, what), what)

  return {
    clock,
    store,
    audit,
    views,
    past,
    owed,
    devices,
    /** Whether the market or the carrier is at something that the last round has not ended. */
    isWaiting: (): boolean => {
      const before = looks
      looks = waited()
      return looks > before || isMoving(devices)
    },
    seen: (): SeenAll => {
      const known = views()
      const { pools, bills } = known.money
      return {
        deposits: known.deposits(),
        withdrawals: [...known.withdrawals().values()].map(({ withdrawalId: id, memberId }) => ({
          id,
          memberId,
        })),
        requests: known.requests(),
        proposals: known.proposals(),
        pools: [...pools.values()].map(({ poolId: id, memberId, holding }) => ({
          id,
          memberId,
          cents: valueCents(holding),
        })),
        bills: [...bills.values()].map(({ billId: id, memberId }) => ({ id, memberId })),
        devices: devices.devices(),
        credentials: known.credentials(),
        holds: owed,
        funded: known.funded(),
        past,
        key: derivedId('key', String((keys += 1))),
        now: clock(),
      }
    },
    /** Returns the outcome: `refused` with the code, or the result. */
    take: async (intent: Intent, index: number): Promise<string> => {
      if (intent.do === 'pass') clock.forward(intent.ms)
      if (intent.do === 'crash') processes[index] = start()
      const key = 'key' in intent ? `${intent.do} ${intent.member} ${intent.key}` : null
      const repeated = key !== null && tried.has(key)
      if (key !== null && !repeated) {
        tried.add(key)
        past.push(intent)
      }
      return (await processes[index]?.take(intent, repeated)) ?? 'no process'
    },
    /** Audits the events appended since the last check. */
    check: ({ idle }: { idle: boolean }): void => {
      const added = store.log.slice(audit.events())
      for (const recorded of added) audit.check(recorded)
      book = bookAfter(book, added)
      audit.finish({ idle })
      checkDevices(devices, carrier.standing())
      checkCredentials(credentials, { idle })
      if (idle) checkOrders(filled, views())
      if (idle) checkPayouts(paid, views())
      if (idle) checkBank(book, paid, clock())
    },
  }
}
export type World = ReturnType<typeof createWorld>
