import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSettlement } from '../../../api/requests/settlement.ts'
import { createTransferRequests, requestIdOf } from '../../../api/requests/transfer-requests.ts'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { Refusal } from '../../../events/refusal.ts'
import { paymentIdOf } from '../../../events/requests/transfer-request.ts'
import { checkLedger } from '../../support/ledger-invariants.ts'
import { createMemoryStore, type Fault } from '../../support/memory-store.ts'
import { sized } from '../../support/size.ts'
import { walletProcess } from '../../support/wallet-process.ts'

const RUNS = sized({ gate: 100, long: 1_000 })

const ada = derivedId('member', 'ada')
const grace = derivedId('member', 'grace')
const clock = () => new Date('2026-01-01T00:00:00.000Z')

const startProcess = (store: ReturnType<typeof createMemoryStore>) => {
  const { wallets, ensureWallet, transfers } = walletProcess({ store, clock })
  const requests = createTransferRequests({ store, clock })
  const settlement = createSettlement({ requests, transfers, clock, onUnsettled: () => {} })
  return { wallets, ensureWallet, requests, settlement }
}
type Process = ReturnType<typeof startProcess>

const settle = async ({ requests, settlement }: Process, requestId: string) => {
  const { request, approvedPosition } = await requests.load(requestId)
  if (request.status !== 'approved' || approvedPosition === null) return
  const { answerId, answeredAt: approvedAt } = request
  await settlement.settle({
    request,
    answerId,
    approvedAt,
    after: approvedPosition,
    provenAt: request.provenAt,
  })
}

const REQUESTS = 3
const AT_ONCE = 6
const requestIdAt = (index: number) => requestIdOf(ada, derivedId('key', String(index)))

const step = fc.record({
  request: fc.nat(REQUESTS - 1),
  process: fc.nat(1),
  /** Equal numbers repeat the same attempt. */
  attempt: fc.nat(2),
  action: fc.constantFrom('approve', 'approve', 'decline', 'cancel', 'settle', 'settle'),
})
const fault = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Fault>('none') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Fault>('unavailable', 'answer_lost', 'request_lost', 'stored_late'),
  },
)

it(
  'answers every request once and pays it at most once, whatever fails and whoever settles beside',
  { timeout: 120_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 40 }),
        fc.bigInt(0n, 3_000n),
        fc.infiniteStream(fault),
        async (steps, funds, faults) => {
          let failing = false
          const store = createMemoryStore(() => (failing ? (faults.next().value ?? 'none') : 'none'))
          const processes = [startProcess(store), startProcess(store)] as const
          const [first] = processes
          const context = (id: string) => ({
            actor: 'system',
            correlationId: id,
            causationId: id,
            at: clock().toISOString(),
          })
          for (const id of [ada, grace]) await first.ensureWallet(id)
          const amount = usd(1_000n + funds)
          const depositId = derivedId('deposit', 'grace')
          await first.wallets.execute(
            grace,
            { type: 'creditDeposit', depositId, source: 'bank', amount },
            context(grace),
          )
          for (let index = 0; index < REQUESTS; index += 1)
            await first.requests.request({
              idempotencyKey: derivedId('key', String(index)),
              requesterId: ada,
              payerId: grace,
              amount: usd(1_000),
              message: null,
            })

          failing = true
          const turnedDown = new Set<string>()
          const take = async ({ request, process, attempt, action }: (typeof steps)[number]) => {
            const one = process === 0 ? processes[0] : processes[1]
            const requestId = requestIdAt(request)
            try {
              if (action === 'settle') {
                await settle(one, requestId)
                return
              }
              const memberId = action === 'cancel' ? ada : grace
              const idempotencyKey = derivedId(action, String(attempt))
              await one.requests.answer(action, { requestId, memberId, idempotencyKey, provenAt: null })
              if (action !== 'approve') turnedDown.add(requestId)
            } catch (error) {
              if (error instanceof Refusal) return
              expect(error).toMatchObject({
                code: expect.stringMatching(/store_unavailable|too_busy|outcome_unknown/),
              })
            }
          }
          for (let next = 0; next < steps.length; next += AT_ONCE)
            await Promise.all(steps.slice(next, next + AT_ONCE).map(take))
          failing = false
          await store.settled()

          const last = startProcess(store)
          for (let index = 0; index < REQUESTS; index += 1)
            await settle(last, requestIdAt(index)).catch((error: unknown) => {
              if (!(error instanceof Refusal)) throw error
            })
          const { sent } = await checkLedger(store.log)
          for (const requestId of turnedDown) expect(sent).not.toContain(paymentIdOf(requestId))
          expect(sent.length).toBeLessThanOrEqual(Number((1_000n + funds) / 1_000n))
        },
      ),
      { numRuns: RUNS },
    ),
)
