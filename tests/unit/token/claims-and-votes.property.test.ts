import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createClaims, type ReservedClaim } from '../../../api/token/claims.ts'
import { createOpenings } from '../../../api/governance/opening.ts'
import { createProposals } from '../../../api/governance/proposals.ts'
import { createRewardReserve } from '../../../api/token/reserve.ts'
import { createStakes } from '../../../api/token/stakes.ts'
import { createTurns } from '../../../events/turns.ts'
import { createVotes } from '../../../api/governance/votes.ts'
import { createWallets } from '../../../api/wallet/wallets.ts'
import { happenedAt } from '../../../events/happened-at.ts'
import { derivedId } from '../../../events/ids.ts'
import { parseLedgerEvent } from '../../../events/ledger-event.ts'
import { money } from '../../../events/money.ts'
import type { Vote } from '../../../events/vote.ts'
import { Refusal } from '../../../events/refusal.ts'
import { checkLedger } from '../../support/ledger-invariants.ts'
import { createMemoryStore, type Fault } from '../../support/memory-store.ts'
import { sized } from '../../support/size.ts'
import { NO_SNAPSHOTS } from '../../support/no-snapshots.ts'

const RUNS = sized({ gate: 70, long: 1_000 })

const START = Date.parse('2026-01-01T00:00:00.000Z')
const DAY_MS = 86_400_000
const members = ['ada', 'grace', 'alan'].map((name) => derivedId('member', name))
const proposals = ['p', 'q'].map((name) => derivedId('proposal', name))
const words = { keyId: 'k', nonce: 'n', ciphertext: 'c' }

type Store = ReturnType<typeof createMemoryStore>
type Time = { readonly now: number }

const contextAt = (time: Time, id: string) => ({
  actor: 'system',
  correlationId: id,
  causationId: id,
  at: new Date(time.now).toISOString(),
})

/** Reads a claim from the log, in place of the read model. */
const claimIn = (store: Store, claimId: string): ReservedClaim | null => {
  for (const recorded of store.log) {
    const event = parseLedgerEvent(recorded)
    if (event.type !== 'RewardsReserved' || event.data.claimId !== claimId) continue
    return {
      claimId,
      memberId: event.data.memberId,
      minor: BigInt(event.data.amount.minor),
      claimedBefore: BigInt(event.data.claimedBefore),
      reservedAt: happenedAt(recorded),
      position: recorded.position,
    }
  }
  return null
}

/** One API process with its own cache of the streams over the shared store. */
const startProcess = (store: Store, time: Time) => {
  const clock = () => new Date(time.now)
  const wallets = createWallets({ store, snapshots: NO_SNAPSHOTS })
  const reserve = createRewardReserve({ store, snapshots: NO_SNAPSHOTS })
  const voting = createProposals({ store })
  return {
    wallets,
    reserve,
    voting,
    stakes: createStakes({ wallets, reserve, clock }),
    claims: createClaims({
      wallets,
      reserve,
      clock,
      inTurn: createTurns(),
      lookUp: async (claimId) => {
        const upTo = await store.head()
        return { claim: claimIn(store, claimId), upTo }
      },
      onUnsettled: () => {},
    }),
    votes: createVotes({
      wallets,
      proposals: voting,
      clock,
      inTurn: createTurns(),
      endOf: async (id) => (proposals.includes(id) ? new Date(START + 3 * DAY_MS).toISOString() : null),
    }),
  }
}

const setUp = async (store: Store, time: Time, reserveMinor: bigint) => {
  const { wallets, reserve, voting } = startProcess(store, time)
  await reserve.execute(
    { type: 'fundUpTo', total: money('YUT', reserveMinor) },
    contextAt(time, members[0] ?? ''),
  )
  for (const memberId of members) {
    const context = contextAt(time, memberId)
    await wallets.execute(memberId, { type: 'openWallet', memberId }, context)
    await wallets.execute(
      memberId,
      { type: 'grantYut', grantId: memberId, reason: 'demo', amount: money('YUT', 500_000_000n) },
      context,
    )
    await wallets.execute(
      memberId,
      { type: 'stake', stakeId: memberId, amount: money('YUT', 100_000_000n), pauses: [] },
      context,
    )
  }
  const openings = createOpenings({ wallets, proposals: voting, clock: () => new Date(time.now) })
  for (const proposalId of proposals)
    await openings.open({
      memberId: members[0] ?? '',
      idempotencyKey: proposalId,
      repeated: false,
      proposalId,
      words: { title: words, description: words, proposalType: 'other' },
      votingDays: 3,
    })
}

/** Does what the background processes do after a crash; reads the log in place of the read models. */
const finishAll = async (store: Store, { claims, votes }: ReturnType<typeof startProcess>) => {
  for (const recorded of store.log.slice()) {
    const event = parseLedgerEvent(recorded)
    try {
      if (event.type === 'RewardsReserved') {
        const claim = claimIn(store, event.data.claimId)
        if (claim) await claims.settle(claim)
      }
      if (event.type === 'StakeLocked') {
        const { amount, until: _until, ...held } = event.data
        const weight = BigInt(amount.minor)
        await votes.complete({ ...held, weight, votedAt: happenedAt(recorded), position: recorded.position })
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
}

const intent = fc.record({
  kind: fc.constantFrom('stake', 'unstake', 'claim', 'vote'),
  member: fc.nat(2),
  proposal: fc.nat(1),
  vote: fc.constantFrom<Vote>('for', 'against', 'abstain'),
  minor: fc.bigInt(1n, 60_000_000n),
})
const intentAt = <T>(intents: readonly T[], index: number): T => {
  const found = intents[index]
  if (found === undefined) throw new Error('There are eight intents')
  return found
}
const attempt = fc.record({ intent: fc.nat(7), process: fc.nat(1), wait: fc.nat(40_000_000) })
const fault = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Fault>('none') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Fault>('unavailable', 'answer_lost', 'request_lost', 'stored_late'),
  },
)

it(
  'pays every reward once and counts every token once, whatever fails and whoever writes beside',
  { timeout: 120_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(intent, { minLength: 8, maxLength: 8 }),
        fc.array(attempt, { minLength: 1, maxLength: 40 }),
        fc.infiniteStream(fault),
        fc.constantFrom(1_000n, 1_000_000_000_000n),
        fc.integer({ min: -5_000, max: 5_000 }),
        async (intents, attempts, faults, reserveMinor, skewMs) => {
          let failing = false
          const store = createMemoryStore(() => (failing ? (faults.next().value ?? 'none') : 'none'))
          const time = { now: START }
          // The second process has a clock of its own.
          const skewed: Time = {
            get now() {
              return time.now + skewMs
            },
          }
          const processes = [startProcess(store, time), startProcess(store, skewed)] as const
          const begun = new Set<string>()
          await setUp(store, time, reserveMinor)

          failing = true
          const acknowledged = new Set<string>()
          // Six attempts at once, then the clock advances.
          for (let from = 0; from < attempts.length; from += 6) {
            const together = attempts.slice(from, from + 6)
            time.now += together[0]?.wait ?? 0
            await Promise.all(
              together.map(async ({ intent: index, process }) => {
                const { kind, member, proposal, vote, minor } = intentAt(intents, index)
                const part = process === 0 ? processes[0] : processes[1]
                const memberId = members[member] ?? ''
                const idempotencyKey = derivedId('key', String(index))
                // As the record of a key says: one that was begun before is looked for in the log.
                const order = begun.has(idempotencyKey)
                  ? { memberId, idempotencyKey, repeated: true }
                  : {
                      memberId,
                      idempotencyKey,
                      repeated: false,
                      begunAfter: store.log.at(-1)?.position ?? 0n,
                    }
                begun.add(idempotencyKey)
                try {
                  if (kind === 'claim') acknowledged.add((await part.claims.claim(order)).claimId)
                  else if (kind === 'vote') {
                    const proposalId = proposals[proposal] ?? ''
                    acknowledged.add((await part.votes.cast({ ...order, proposalId, vote })).voteId)
                  } else {
                    const amount = money('YUT', minor)
                    acknowledged.add((await part.stakes.move({ ...order, kind, amount })).stakeId)
                  }
                } catch (error) {
                  if (error instanceof Refusal) return
                  expect(error).toMatchObject({
                    code: expect.stringMatching(/store_unavailable|too_busy|outcome_unknown/),
                  })
                }
              }),
            )
          }
          failing = false
          await store.settled()
          await finishAll(store, startProcess(store, time))
          await finishAll(store, processes[1])

          await checkLedger(store.log)
          const ids = new Set<string>()
          for (const recorded of store.log) {
            const { data } = parseLedgerEvent(recorded)
            if ('claimId' in data) ids.add(data.claimId)
            if ('stakeId' in data) ids.add(data.stakeId)
            if ('voteId' in data) ids.add(data.voteId)
          }
          for (const id of acknowledged) expect(ids).toContain(id)
        },
      ),
      { numRuns: RUNS },
    ),
)
