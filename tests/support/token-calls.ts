import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { MIN_POSITION_HEADER } from '../../api/contract/operation.ts'
import { governanceOperations, VoteReceipt, type VoteType } from '../../api/contract/governance.ts'
import { YutReceipt, tokenOperations } from '../../api/contract/token.ts'
import type { Browser } from './browser.ts'
import { createOpenings } from '../../api/governance/opening.ts'
import { createProposals } from '../../api/governance/proposals.ts'
import { createWallets } from '../../api/wallet/wallets.ts'
import { proposalEvents } from '../../events/governance/events.ts'
import { newId } from '../../events/ids.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { NO_SNAPSHOTS } from './no-snapshots.ts'
import { keyed } from './wallet-calls.ts'

const at = (position: string | undefined): RequestInit =>
  position === undefined ? {} : { headers: { [MIN_POSITION_HEADER]: position } }

const parsed = async <T>(
  response: Response,
  schema: { parse: (value: unknown) => T },
  status = 200,
): Promise<T> => {
  const text = await response.text()
  if (response.status !== status) throw new Error(`${response.status} instead of ${status}: ${text}`)
  return schema.parse(JSON.parse(text))
}

/** The member's YUT balance, at least as new as `position`. */
export const balanceOf = async (member: Browser, position?: string) =>
  (await parsed(await member.fetch('/api/yut/balance', at(position)), tokenOperations.getYutBalance.response))
    .yut_balance

export const tokenTransactionsOf = async (member: Browser, limit: number, position?: string) =>
  (
    await parsed(
      await member.fetch(`/api/yut/transactions?limit=${limit}`, at(position)),
      tokenOperations.listYutTransactions.response,
    )
  ).transactions

export const stakes = async (member: Browser, amount: string): Promise<YutReceipt> =>
  parsed(await member.post('/api/yut/stake', { amount }, keyed(randomUUID())), YutReceipt, 201)

export const unstakes = async (member: Browser, amount: string): Promise<YutReceipt> =>
  parsed(await member.post('/api/yut/unstake', { amount }, keyed(randomUUID())), YutReceipt, 201)

export const claims = async (member: Browser, key: string = randomUUID()): Promise<YutReceipt> =>
  parsed(await member.post('/api/yut/claim-rewards', undefined, keyed(key)), YutReceipt, 201)

export const votes = async (
  member: Browser,
  proposalId: string,
  vote: VoteType,
  key: string = randomUUID(),
): Promise<VoteReceipt> =>
  parsed(
    await member.post('/api/yut/governance/vote', { proposal_id: proposalId, vote_type: vote }, keyed(key)),
    VoteReceipt,
    201,
  )

export const proposalsFor = async (member: Browser, position?: string) =>
  parsed(
    await member.fetch('/api/yut/governance/proposals', at(position)),
    governanceOperations.listProposals.response,
  )

/** One proposal as the member sees it. */
export const proposalFor = async (member: Browser, id: string, position?: string) => {
  const { proposals } = await proposalsFor(member, position)
  const found = proposals.find((proposal) => proposal.id === id)
  expect(found).toBeDefined()
  if (!found) throw new Error('No such proposal')
  return found
}

/** Opens a proposal that runs for three days. */
export const proposes = async (member: Browser, title: string) =>
  (
    await parsed(
      await member.post(
        '/api/yut/governance/proposals',
        { title, description: `Why: ${title}`, proposal_type: 'other', voting_days: 3 },
        keyed(randomUUID()),
      ),
      governanceOperations.createProposal.response,
      201,
    )
  ).proposal

const UNREADABLE = { keyId: '00000000-0000-4000-8000-000000000000', nonce: 'AAAA', ciphertext: 'AAAA' }

/** Who has opened the first proposal of a seeded log: a demo member with a stake. */
const anyProposer = async (store: EventStore): Promise<string> => {
  for await (const recorded of store.readAll()) {
    if (recorded.type !== 'ProposalOpened') continue
    const event = proposalEvents.parse(recorded)
    if (event.type === 'ProposalOpened') return event.data.creatorId
  }
  throw new Error('No proposal was opened')
}

/**
 * Opens a proposal that runs for three days, past the API, which lets a person have few open: by a demo member, with words
 * that nobody can read.
 */
export const opensProposal = async (store: EventStore, at: Date) => {
  const proposalId = newId()
  const openings = createOpenings({
    wallets: createWallets({ store, snapshots: NO_SNAPSHOTS }),
    proposals: createProposals({ store }),
    clock: () => at,
  })
  const { position } = await openings.open({
    memberId: await anyProposer(store),
    idempotencyKey: proposalId,
    repeated: false,
    proposalId,
    words: { title: UNREADABLE, description: UNREADABLE, proposalType: 'other' },
    votingDays: 3,
  })
  return { id: proposalId, position: position.toString() }
}
