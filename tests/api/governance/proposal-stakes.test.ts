import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { closesAt, PROPOSAL_POWER_MINOR_MIN } from '../../../events/governance/decide.ts'
import { newId } from '../../../events/ids.ts'
import { DAY_MS, MINUTE_MS, movingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { checkedServer } from '../../support/test-server.ts'
import {
  balanceOf,
  proposalFor,
  proposalsFor,
  proposes,
  stakes,
  unstakes,
  votes,
} from '../../support/token-calls.ts'
import { keyed, refusal } from '../../support/wallet-calls.ts'

const clock = movingClock('2026-03-02T08:00:00.000Z')
const server = checkedServer({ clock })
const WORDS = { keyId: '00000000-0000-4000-8000-000000000000', nonce: 'AAAA', ciphertext: 'AAAA' }

const settled = async () => String(await server.ledger.store.head())

describe('the stake of a proposal', () => {
  it('is held until the voting ends, and what is beyond it is not', async () => {
    const ada = await server.signIn('ada')
    await stakes(ada, '30')
    const { id, voting_ends_at } = await proposes(ada, 'Paint it green')
    expect(await balanceOf(ada, await settled())).toMatchObject({
      unstakable_balance: '20.000000',
      locked: {
        amount: '10.000000',
        until: closesAt(voting_ends_at),
        by: 'proposal',
        proposal_id: id,
        proposal_title: 'Paint it green',
      },
    })
    const held = await refusal(await ada.post('/api/yut/unstake', { amount: '20.000001' }))
    expect(held).toMatchObject({ status: 422, code: 'stake_locked' })
    expect(held.error).toMatch(/^Your proposal “Paint it green” holds this stake .* March 5, 2026/)
    await unstakes(ada, '20')

    clock.forward(3 * DAY_MS + MINUTE_MS)
    const again = await server.signIn('ada')
    await eventually(
      async () => (await proposalFor(again, id)).status === 'no_quorum',
      'the votes are counted',
      20_000,
    )
    expect(await balanceOf(again)).toMatchObject({ unstakable_balance: '10.000000', locked: null })
    await unstakes(again, '10')
  })

  it('cannot be taken back by the same moment at another process', async () => {
    const grace = await server.signIn('grace')
    for (let n = 0; n < 3; n += 1) {
      await stakes(grace, '10')
      const body = { title: `Once ${n}`, description: 'Why', proposal_type: 'other', voting_days: 3 }
      const [proposed, unstaked] = await Promise.all([
        grace.post('/api/yut/governance/proposals', body, keyed(randomUUID())),
        grace.post('/api/yut/unstake', { amount: `${(n + 1) * 10}` }, keyed(randomUUID())),
      ])
      expect(new Set([proposed.status, unstaked.status])).toEqual(new Set([201, 422]))
      if (unstaked.status === 201) await stakes(grace, `${n * 10 + 10}`)
    }
  })

  it('holds as much as a vote of the proposer once there is one', async () => {
    const katherine = await server.signIn('katherine')
    await stakes(katherine, '40')
    const { id } = await proposes(katherine, 'Paint it blue')
    await votes(katherine, id, 'for')
    expect(await balanceOf(katherine, await settled())).toMatchObject({
      unstakable_balance: '0.000000',
      locked: { amount: '40.000000', by: 'vote', proposal_id: id },
    })
  })

  it('opens the proposal also where the process that locked it died', async () => {
    const alan = await server.signIn('alan')
    await stakes(alan, '10')
    const proposalId = newId()
    const endsAt = new Date(clock().getTime() + 3 * DAY_MS).toISOString()
    await server.ledger.wallets.execute(
      alan.id,
      {
        type: 'lockProposalStake',
        proposalId,
        minor: PROPOSAL_POWER_MINOR_MIN,
        until: closesAt(endsAt),
        opens: { title: WORDS, description: WORDS, proposalType: 'other', endsAt },
      },
      { actor: alan.id, correlationId: proposalId, causationId: proposalId, at: clock().toISOString() },
    )
    clock.forward(MINUTE_MS)
    await eventually(
      async () =>
        (await proposalsFor(alan)).proposals.some(({ id, is_mine }) => id === proposalId && is_mine),
      'it is opened',
      20_000,
    )
  })
})
