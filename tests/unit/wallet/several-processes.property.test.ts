import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerOnce } from '../../../api/http/idempotency.ts'
import type { StoredAnswer } from '../../../events/store/event-store.ts'
import type { Intent } from '../../../api/http/idempotency-store.ts'
import { createRewardReserve } from '../../../api/token/reserve.ts'
import { createStakes } from '../../../api/token/stakes.ts'
import { memberAccount } from '../../../events/accounts.ts'
import { derivedId } from '../../../events/ids.ts'
import { money, usd } from '../../../events/money.ts'
import { checkLedger } from '../../support/ledger-invariants.ts'
import { createMemoryIdempotency, createMemoryIdempotencyKeys } from '../../support/memory-idempotency.ts'
import { createMemoryStore, type Fault } from '../../support/memory-store.ts'
import { NO_SNAPSHOTS } from '../../support/no-snapshots.ts'
import { SEED, sized } from '../../support/size.ts'
import { walletProcess } from '../../support/wallet-process.ts'

const RUNS = sized({ gate: 150, long: 3_000 })

const START_MS = Date.parse('2026-01-01T00:00:00.000Z')
const START_CENTS = 10_000n
const GRANT = 100_000_000n
const members = ['ada', 'grace', 'katherine'].map((name) => derivedId('member', name))
/** How far each process's clock is ahead, ms. */
const CLOCKS = [0, 1_300, 40]

type Store = ReturnType<typeof createMemoryStore>

const attempts = fc.record({
  process: fc.nat(CLOCKS.length - 1),
  kind: fc.constantFrom('transfer', 'transfer', 'stake', 'unstake'),
  member: fc.nat(members.length - 1),
  to: fc.nat(members.length - 1),
  /** Few keys, so that most are used again: for the same, for another amount, by another route. */
  key: fc.nat(5),
  part: fc.constantFrom(1n, 30n, 60n, 95n),
  /** Whether an access token pays; it is recorded, and counts against the token's limit. */
  byToken: fc.boolean(),
})
type Attempt = typeof attempts extends fc.Arbitrary<infer T> ? T : never
/** Attempts at the same moment, then some time passes. */
const moments = fc.record({
  together: fc
    .array(fc.tuple(attempts, fc.option(fc.nat(CLOCKS.length - 1), { freq: 2 })), {
      minLength: 1,
      maxLength: 4,
    })
    // Half of the requests are sent to two processes at once, as a client does that has lost its answer.
    .map((all) =>
      all.flatMap(([one, other]) => (other === null ? [one] : [one, { ...one, process: other }])),
    ),
  passMs: fc.constantFrom(0, 1, 1_000, 3_600_000),
})

const fault = fc.oneof(
  { weight: 14, arbitrary: fc.constant<Fault>('none') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Fault>('unavailable', 'answer_lost', 'request_lost', 'stored_late'),
  },
)

const TOKEN = {
  id: derivedId('token'),
  dayCents: 5_000n,
}

/** Three api processes over one store: each has its own memory, clock and running commands. */
const startProcesses = (store: Store, time: { ms: number }, inOneCommit: boolean) => {
  const { appendUnits, ...plain } = store
  const keys = createMemoryIdempotencyKeys(store)
  return CLOCKS.map((aheadMs) => {
    const clock = () => new Date(time.ms + aheadMs)
    const own = walletProcess({ store: inOneCommit ? { ...plain, appendUnits } : plain, clock, grant: GRANT })
    const reserve = createRewardReserve({ store: plain, snapshots: NO_SNAPSHOTS })
    return {
      ...own,
      clock,
      stakes: createStakes({ wallets: own.wallets, reserve, clock }),
      idempotency: createMemoryIdempotency(keys, store),
    }
  })
}
type Again = Parameters<Parameters<typeof answerOnce>[2]['execute']>[0]
type Process = ReturnType<typeof startProcesses>[number]

/** What a member asks for, as one request with its key. */
const request = async ({ transfers, stakes, clock, idempotency }: Process, asked: Attempt) => {
  const { kind, part, key, byToken } = asked
  const [memberId, to] = [members[asked.member] ?? '', members[asked.to] ?? '']
  const idempotencyKey = derivedId('key', memberId, String(key))
  const intent: Intent = {
    memberId,
    key: idempotencyKey,
    route: kind,
    bodyHash: kind === 'transfer' ? `${to} ${part}` : String(part),
  }
  const answerTo = (): StoredAnswer => ({ ...intent, status: 201, text: '{"status":"done"}' })
  const isKnown = () => idempotency.store.isKnown(intent)
  const done = (outcome: { readonly position: bigint }) => ({
    status: 201,
    body: { status: 'done' },
    position: outcome.position,
  })
  const transfer = {
    idempotencyKey,
    from: memberId,
    to,
    amount: usd((part * START_CENTS) / 100n),
    message: null,
    provenAt: byToken ? null : clock().toISOString(),
    token: byToken ? TOKEN : null,
  }
  const stake = {
    memberId,
    idempotencyKey,
    kind: kind === 'unstake' ? ('unstake' as const) : ('stake' as const),
    amount: money('YUT', (part * GRANT) / 100n),
  }
  const ways =
    kind === 'transfer'
      ? {
          execute: async (attempt: Again) => done(await transfers.send({ ...transfer, ...attempt })),
          inOneCommit: async () => {
            const sent = (await transfers.sendInOneCommit?.(transfer, answerTo, isKnown)) ?? 'in_steps'
            return typeof sent === 'string' ? null : done(sent)
          },
        }
      : {
          execute: async (attempt: Again) => done(await stakes.move({ ...stake, ...attempt })),
          inOneCommit: async () => {
            const moved = await stakes.moveInOneCommit?.({ ...stake, repeated: false }, answerTo, isKnown)
            return moved ? done(moved) : null
          },
        }
  return answerOnce(idempotency, intent, ways, () => {})
}

/** The answer, or the code of an error that a client may see: unknown outcomes and keys used for another request. */
const tryTo = async (process: Process, asked: Attempt) => {
  try {
    const { status, body } = await request(process, asked)
    return { status, body }
  } catch (error) {
    expect(error).toMatchObject({
      code: expect.stringMatching(
        /^(idempotency_key_reused|store_unavailable|outcome_unknown|too_busy|not_sent)$/,
      ),
    })
    return null
  }
}

const openAll = async ([first]: readonly Process[]) => {
  if (!first) return
  const { ensureWallet, wallets, clock } = first
  for (const memberId of members) {
    await ensureWallet(memberId)
    const deposit = {
      depositId: derivedId('fund', memberId),
      source: 'bank',
      amount: usd(START_CENTS),
    } as const
    const context = { actor: 'system', correlationId: memberId, causationId: memberId }
    await wallets.execute(
      memberId,
      { type: 'creditDeposit', ...deposit },
      { ...context, at: clock().toISOString() },
    )
  }
}

/** Every process's memory is what the log says: none holds what was never stored. */
const expectMemoryFromLog = async (processes: readonly Process[]) => {
  for (const [n, { wallets }] of processes.entries())
    expect({ process: n, wrong: await wallets.checkMemory() }).toEqual({ process: n, wrong: [] })
}

const codeIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined

const centsIn = async (store: Store, member: number): Promise<bigint> => {
  const { book } = await checkLedger(store.log, { idle: false })
  return -book.balanceOf(memberAccount(members[member] ?? '', 'USD'), 'USD')
}

describe.each([
  ['where a command is one commit', true],
  ['where it goes step by step', false],
])('several processes over one ledger, %s', (_, inOneCommit) => {
  it(
    'hold in memory what the log has, however keys, bodies, clocks and credentials collide',
    { timeout: 600_000 },
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(moments, { minLength: 1, maxLength: 14 }),
          fc.infiniteStream(fault),
          fc.boolean(),
          async (all, faults, withFaults) => {
            let failing = false
            const store = createMemoryStore(() => (failing ? (faults.next().value ?? 'none') : 'none'))
            const time = { ms: START_MS }
            const processes = startProcesses(store, time, inOneCommit)
            await openAll(processes)
            failing = withFaults
            const answers = new Map<string, unknown>()
            for (const { together, passMs } of all) {
              const alone = together.length === 1 ? together[0] : undefined
              const before = alone ? await centsIn(store, alone.member) : 0n
              await Promise.all(
                together.map(async (asked) => {
                  const process = processes[asked.process]
                  if (!process) return
                  const answer = await tryTo(process, asked)
                  if (!answer) return
                  const { member, key, kind, to, part } = asked
                  const name = JSON.stringify([member, key])
                  const given = { request: [kind, kind === 'transfer' ? to : null, String(part)], answer }
                  // One key, one request, one answer, at every process and at any time.
                  const earlier = answers.get(name)
                  if (earlier) expect(given).toEqual(earlier)
                  answers.set(name, given)
                  // Alone at this moment and refused for want of money: the log has less than was asked for.
                  if (
                    alone &&
                    !earlier &&
                    kind === 'transfer' &&
                    codeIn(answer.body) === 'insufficient_funds'
                  )
                    expect(before).toBeLessThan((part * START_CENTS) / 100n)
                }),
              )
              await store.settled()
              await expectMemoryFromLog(processes)
              time.ms += passMs
            }
            failing = false
            await store.settled()
            await checkLedger(store.log, { idle: false })
          },
        ),
        { numRuns: RUNS, seed: SEED },
      ),
  )
})
