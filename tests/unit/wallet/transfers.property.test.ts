import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { transferIdOf, type TransferOrder } from '../../../api/wallet/transfers.ts'
import { memberAccount } from '../../../events/accounts.ts'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { Refusal } from '../../../events/refusal.ts'
import { walletEvents } from '../../../events/wallet/events.ts'
import { checkLedger } from '../../support/ledger-invariants.ts'
import { createMemoryStore, type Fault } from '../../support/memory-store.ts'
import { oneAppendPerStream } from '../../support/one-append-per-stream.ts'
import { sized } from '../../support/size.ts'
import { walletProcess } from '../../support/wallet-process.ts'

const RUNS = sized({ gate: 100, long: 1_000 })

const members = ['ada', 'grace', 'katherine', 'alan'].map((name) => derivedId('member', name))
const memberAt = (index: number): string => members[index] ?? ''
const START_CENTS = 10_000n

const clock = () => new Date('2026-01-01T00:00:00.000Z')

const startProcess = (store: ReturnType<typeof createMemoryStore>, takesUnits = true) => {
  const { appendUnits, ...plain } = store
  const over = oneAppendPerStream(takesUnits ? { ...plain, appendUnits } : plain)
  return walletProcess({ store: over, clock, grant: 100_000_000n })
}

const fund = async ({ wallets, ensureWallet }: ReturnType<typeof startProcess>, memberId: string) => {
  await ensureWallet(memberId)
  await wallets.execute(
    memberId,
    {
      type: 'creditDeposit',
      depositId: derivedId('fund', memberId),
      source: 'bank',
      amount: usd(START_CENTS),
    },
    { actor: 'system', correlationId: memberId, causationId: memberId, at: clock().toISOString() },
  )
}

/** Does what the delivery process does: delivers all transfers that are sent but not finished. */
const deliverAll = async (
  store: ReturnType<typeof createMemoryStore>,
  { transfers }: ReturnType<typeof startProcess>,
) => {
  for (const recorded of store.log.slice()) {
    const event = walletEvents.parse(recorded)
    if (event.type !== 'TransferSent') continue
    const { transferId, from } = event.data
    await transfers.deliver({ transferId, from, position: recorded.position })
  }
}

/** Each intent has one key, as the idempotency layer ensures. */
const intent = fc.record({ from: fc.nat(3), to: fc.nat(3), cents: fc.bigInt(1n, 4_000n) })
const attempt = fc.record({ intent: fc.nat(29), process: fc.nat(1), atOnce: fc.boolean() })
const fault = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Fault>('none') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Fault>('unavailable', 'answer_lost', 'request_lost', 'stored_late'),
  },
)

/** Does what the idempotency layer does: one commit if possible, else stores the key first and goes step by step. */
const sendWithKey = async (
  { keys }: ReturnType<typeof createMemoryStore>,
  { transfers }: ReturnType<typeof startProcess>,
  order: TransferOrder,
  atOnce: boolean,
): Promise<string> => {
  const { from: memberId, idempotencyKey: key } = order
  const answer = { memberId, key, route: 'transfer', bodyHash: '', status: 201, text: '{}' }
  const sent = atOnce
    ? await transfers.sendInOneCommit?.(
        order,
        () => answer,
        async () => keys.has(`${memberId}:${key}`),
      )
    : 'in_steps'
  if (typeof sent === 'object') return sent.transfer.transferId
  keys.add(`${memberId}:${key}`)
  return (await transfers.send(order)).transferId
}

it.each([
  { where: 'in one commit or step by step', takesUnits: true },
  { where: 'on a store that has no units', takesUnits: false },
])(
  'moves every acknowledged cent exactly once, whatever fails and whoever writes beside, $where',
  { timeout: 120_000 },
  ({ takesUnits }) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(intent, { minLength: 30, maxLength: 30 }),
        fc.array(attempt, { minLength: 1, maxLength: 60 }),
        fc.infiniteStream(fault),
        async (intents, attempts, faults) => {
          let failing = false
          const store = createMemoryStore(() => (failing ? (faults.next().value ?? 'none') : 'none'))
          const processes = [startProcess(store, takesUnits), startProcess(store, takesUnits)] as const
          for (const memberId of members) await fund(processes[0], memberId)

          failing = true
          const acknowledged = new Set<string>()
          await Promise.all(
            attempts.map(async ({ intent: index, process, atOnce }) => {
              const { from, to, cents } = intents[index] ?? { from: 0, to: 0, cents: 0n }
              const idempotencyKey = derivedId('key', String(index))
              const wanted: TransferOrder = {
                idempotencyKey,
                from: memberAt(from),
                to: memberAt(to),
                amount: usd(cents),
                message: null,
                provenAt: '2026-01-01T00:00:00.000Z',
                repeated: true,
              }
              try {
                const by = process === 0 ? processes[0] : processes[1]
                const transferId = await sendWithKey(store, by, wanted, atOnce)
                expect(transferId).toBe(transferIdOf(wanted.from, idempotencyKey))
                acknowledged.add(transferId)
              } catch (error) {
                if (error instanceof Refusal) return
                expect(error).toMatchObject({
                  code: expect.stringMatching(/store_unavailable|too_busy|outcome_unknown/),
                })
              }
            }),
          )
          failing = false
          await store.settled()
          await deliverAll(store, startProcess(store))
          await deliverAll(store, processes[1])

          const { book, sent } = await checkLedger(store.log)
          for (const transferId of acknowledged) expect(sent).toContain(transferId)
          const total = members.reduce((sum, id) => sum - book.balanceOf(memberAccount(id, 'USD'), 'USD'), 0n)
          expect(total).toBe(START_CENTS * BigInt(members.length))
        },
      ),
      { numRuns: RUNS },
    ),
)
