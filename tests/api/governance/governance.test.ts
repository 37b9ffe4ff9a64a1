import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../../api/server.ts'
import { createLogger } from '../../../api/logging/logger.ts'
import { derivedId } from '../../../events/ids.ts'
import { closesAt } from '../../../events/governance/decide.ts'
import { proposalEvents } from '../../../events/governance/events.ts'
import { readModelDigest } from '../../../projections/digest.ts'
import { rebuildProjections } from '../../../projections/rebuild.ts'
import { freePort } from '../../support/free-port.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, movingClock } from '../../support/moving-clock.ts'
import { eventually, keptLog } from '../../support/read-models.ts'
import { startTestServer, type TestServer, type Member } from '../../support/test-server.ts'
import { keyed, refusal } from '../../support/wallet-calls.ts'
import {
  balanceOf,
  opensProposal,
  proposalFor,
  proposalsFor,
  proposes,
  stakes,
  unstakes,
  votes,
} from '../../support/token-calls.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'

const clock = movingClock('2026-03-02T08:00:00.000Z')
let server: TestServer
let second: RunningServer
let ada: Member
let grace: Member
let alan: Member
let katherine: Member

const signInAll = async () => {
  ;[ada, grace, alan, katherine] = await Promise.all([
    server.signIn('ada'),
    server.signIn('grace'),
    server.signIn('alan'),
    server.signIn('katherine'),
  ])
}

beforeAll(async () => {
  server = await startTestServer({ clock })
  // A second process works on the same ledger during all tests below.
  second = await startServer(
    { ...server.config, port: await freePort(), role: 'worker' },
    {
      log: createLogger('silent'),
      clock,
      onFatal: (error) => {
        throw error
      },
    },
  )
  await signInAll()
})
afterAll(async () => {
  await second.close()
  await server.stop()
})

const closedEvents = async (proposalId: string): Promise<number> => {
  let count = 0
  for await (const { type } of server.ledger.store.readStream(proposalEvents.streamOf(proposalId)))
    if (type === 'ProposalClosed') count += 1
  return count
}

/** Moves the clock past the end of a three-day vote and waits for its result. */
const closes = async (proposalId: string) => {
  clock.forward(3 * DAY_MS + MINUTE_MS)
  await signInAll()
  await eventually(
    async () => (await proposalFor(ada, proposalId)).status !== 'open',
    'the votes are counted',
    20_000,
  )
  return proposalFor(ada, proposalId)
}

describe('proposals', () => {
  it('are three at first, open, by demo members who stake', async () => {
    const { proposals, can_propose, proposal_power_min } = await proposalsFor(ada)
    expect(
      proposals.map(({ status, creator_name, proposal_type }) => [status, creator_name, proposal_type]),
    ).toEqual([
      ['open', 'Margaret Hamilton', 'parameter_change'],
      ['open', 'Dorothy Vaughan', 'feature_request'],
      ['open', 'Margaret Hamilton', 'other'],
    ])
    expect(proposals[0]).toMatchObject({
      title: 'Raise the quorum from 4% to 6% of the stake',
      voting_open: true,
      my_vote: null,
      total_stake: '100.000000',
      quorum: '4.000000',
      quorum_reached: false,
    })
    expect([can_propose, proposal_power_min]).toEqual([false, '10.000000'])
    expect(await balanceOf(await server.signIn('margaret'))).toMatchObject({
      balance: '450.000000',
      staked_balance: '50.000000',
    })
  })

  it('need a power of 10 YUT, and words that pass for nothing else', async () => {
    const body = { title: 'T', description: 'D', proposal_type: 'other', voting_days: 3 }
    const send = async (change: object) =>
      refusal(await ada.post('/api/yut/governance/proposals', { ...body, ...change }))
    await stakes(ada, '9.999999')
    expect(await send({})).toMatchObject({ status: 422, code: 'power_too_small' })
    await stakes(ada, '0.000001')
    for (const title of ['Raise the quo\u200brum', 'Rаise the quorum'])
      expect(await send({ title })).toMatchObject({
        status: 422,
        code: 'name_refused',
        fields: { title: expect.stringMatching(/^The title (has an invisible|mixes letters)/) },
      })
    const proposal = await proposes(ada, 'More light in the hall')
    expect(proposal).toMatchObject({
      is_mine: true,
      creator_name: 'Ada Lovelace',
      creator_handle: 'ada',
      status: 'open',
    })
    expect((await proposalsFor(grace)).proposals[0]).toMatchObject({ id: proposal.id, is_mine: false })
  })

  it('are opened once for one key', async () => {
    const key = randomUUID()
    const body = { title: 'Once', description: 'D', proposal_type: 'other', voting_days: 14 }
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () =>
        (await ada.post('/api/yut/governance/proposals', body, keyed(key))).text(),
      ),
    )
    expect(new Set(answers).size).toBe(1)
    expect((await proposalsFor(ada)).proposals.filter(({ title }) => title === 'Once')).toHaveLength(1)
  })
})

/** Opens one, as a member may have few open and these tests want many. */
const opens = async () => {
  const { id, position } = await opensProposal(server.ledger.store, clock())
  return proposalFor(ada, id, position)
}

describe('a vote', () => {
  it('weighs the stake, can be changed until the end, and holds the stake', async () => {
    const { id, voting_ends_at } = await proposes(ada, 'Paint it green')
    await stakes(grace, '40')
    const first = await votes(grace, id, 'against')
    expect(first).toMatchObject({ vote_type: 'against', weight: '40.000000' })
    expect(await proposalFor(grace, id, first.position)).toMatchObject({
      votes_for: '0.000000',
      votes_against: '40.000000',
      voters: 1,
      my_vote: 'against',
      my_vote_weight: '40.000000',
    })
    await stakes(grace, '2')
    const changed = await votes(grace, id, 'for')
    expect(await proposalFor(ada, id, changed.position)).toMatchObject({
      votes_for: '42.000000',
      votes_against: '0.000000',
      voters: 1,
      my_vote: null,
    })
    expect(await balanceOf(grace, changed.position)).toMatchObject({
      unstakable_balance: '0.000000',
      locked: {
        amount: '42.000000',
        until: closesAt(voting_ends_at),
        proposal_id: id,
        proposal_title: 'Paint it green',
      },
    })
    const held = await refusal(await grace.post('/api/yut/unstake', { amount: '0.000001' }))
    expect(held).toMatchObject({ status: 422, code: 'stake_locked' })
    expect(held.error).toMatch(/“Paint it green”.* March 5, 2026/)
    await stakes(grace, '1')
    await unstakes(grace, '1')
    await server.check()
  })

  it('needs power, a proposal and one of three answers', async () => {
    const { id } = await opens()
    const vote = async (member: Member, body: object) =>
      refusal(await member.post('/api/yut/governance/vote', body))
    const before = await server.ledger.store.head()
    expect(await vote(katherine, { proposal_id: id, vote_type: 'for' })).toMatchObject({
      status: 422,
      code: 'no_governance_power',
    })
    expect(await vote(grace, { proposal_id: MISSING, vote_type: 'for' })).toMatchObject({
      status: 404,
      code: 'proposal_not_found',
    })
    expect(await server.ledger.store.head()).toBe(before)
  })

  it('counts no token twice, whatever votes, stakes and unstakes come at once', async () => {
    const { id } = await opens()
    await stakes(alan, '100')
    const kinds = ['for', 'against', 'abstain'] as const
    await Promise.all(
      Array.from({ length: 90 }, async (_, index) => {
        const member = index % 2 === 0 ? alan : grace
        if (index % 3 === 0) {
          const body = { proposal_id: id, vote_type: kinds[(index / 3) % 3] }
          const voted = await member.post('/api/yut/governance/vote', body, keyed(randomUUID()))
          // At another process a later vote may have been faster.
          expect([201, 409]).toContain(voted.status)
          return
        }
        const response = await member.post(
          `/api/yut/${index % 3 === 1 ? 'unstake' : 'stake'}`,
          { amount: String(1 + (index % 7)) },
          keyed(randomUUID()),
        )
        expect([201, 422]).toContain(response.status)
      }),
    )
    const { book } = await server.check()
    const held = (member: Member) => -book.balanceOf(`liability:member:${member.id}:yut:staked`, 'YUT')
    const position = String(await server.ledger.store.head())
    const { votes_for, votes_against, votes_abstain } = await proposalFor(ada, id, position)
    const sum = [votes_for, votes_against, votes_abstain].reduce(
      (all, text) => all + BigInt(text.replace('.', '')),
      0n,
    )
    expect(sum).toBeLessThanOrEqual(held(alan) + held(grace))
    expect((await proposalFor(ada, id)).voters).toBe(2)
  })

  it('is cast once for one key, also when its answer is lost', async () => {
    const { id } = await opens()
    const key = randomUUID()
    const [one, two] = await Promise.all([votes(grace, id, 'for', key), votes(grace, id, 'for', key)])
    expect(one).toEqual(two)
    const other = await grace.post(
      '/api/yut/governance/vote',
      { proposal_id: id, vote_type: 'against' },
      keyed(key),
    )
    expect((await refusal(other)).code).toBe('idempotency_key_reused')
    expect(await proposalFor(grace, id, one.position)).toMatchObject({ my_vote: 'for' })
  })
})

describe('a voting that has ended', () => {
  it('is counted once by two workers, with the stake of its end, and lets go of the stakes', async () => {
    const { id, voting_ends_at } = await opens()
    await votes(grace, id, 'for')
    await votes(alan, id, 'against')
    const { position } = await votes(ada, id, 'abstain')
    const open = await proposalFor(ada, id, position)

    clock.forward(3 * DAY_MS + SECOND_MS)
    await signInAll()
    expect(await proposalFor(ada, id)).toMatchObject({ status: 'open', voting_open: false })
    const late = await refusal(
      await ada.post('/api/yut/governance/vote', { proposal_id: id, vote_type: 'for' }),
    )
    expect(late).toMatchObject({ status: 422, code: 'voting_closed' })
    // A stake after the end does not raise the quorum.
    await stakes(katherine, '300')
    clock.forward(MINUTE_MS - 3 * DAY_MS)
    const result = await closes(id)
    expect(result).toMatchObject({
      status: Number(open.votes_for) > Number(open.votes_against) ? 'passed' : 'rejected',
      votes_for: open.votes_for,
      votes_against: open.votes_against,
      votes_abstain: open.votes_abstain,
      total_stake: open.total_stake,
      quorum: open.quorum,
      quorum_reached: true,
      voting_ends_at,
    })
    await eventually(
      async () => (await balanceOf(grace)).locked === null && (await balanceOf(alan)).locked === null,
      'the stakes are let go',
    )
    await eventually(async () => {
      const { rows } = await server.pool.query(
        `select 1 from ${READ_SCHEMA}.stake_lock join ${READ_SCHEMA}.proposal on id = proposal_id where status <> 'open'`,
      )
      return rows.length === 0
    }, 'every hold is released')
    expect(await closedEvents(id)).toBe(1)
    await server.check()
  })

  it('has no quorum when too little is for it or abstains', async () => {
    const { id } = await opens()
    const result = await closes(id)
    expect(result).toMatchObject({ status: 'no_quorum', quorum_reached: false, voters: 0 })
    expect(await closedEvents(id)).toBe(1)
  })

  it('counts a vote that died half done, and shows it before', async () => {
    const { id, voting_ends_at } = await opens()
    const voteId = derivedId('test vote', id)
    const { position } = await server.ledger.wallets.execute(
      grace.id,
      { type: 'lockStake', voteId, proposalId: id, vote: 'for', until: closesAt(voting_ends_at) },
      { actor: grace.id, correlationId: voteId, causationId: voteId, at: clock().toISOString() },
    )
    expect(await balanceOf(grace, String(position))).toMatchObject({ locked: { proposal_id: id } })
    clock.forward(3 * SECOND_MS)
    await eventually(
      async () => (await proposalFor(grace, id)).my_vote === 'for',
      'the vote process completes it',
    )
    await server.check()
  })

  it('counts a vote that died half done just before the end', async () => {
    const { id, voting_ends_at } = await opens()
    clock.forward(Date.parse(voting_ends_at) - SECOND_MS - clock().getTime())
    const voteId = derivedId('test vote', id)
    await server.ledger.wallets.execute(
      alan.id,
      { type: 'lockStake', voteId, proposalId: id, vote: 'for', until: closesAt(voting_ends_at) },
      { actor: alan.id, correlationId: voteId, causationId: voteId, at: clock().toISOString() },
    )
    clock.forward(-3 * DAY_MS)
    expect(await closes(id)).toMatchObject({ status: 'passed', voters: 1 })
    await server.check()
  })

  it('shows the same read models when they are built anew', async () => {
    await second.close()
    const { store } = server.ledger
    // Interest of the past days may still be paid: both digests must be of the same log.
    for (let head = -1n; head !== (await store.head());) {
      head = await store.head()
      // Every read model, not only the one that the call waits for: each goes at its own pace.
      let before = await readModelDigest(server.ownerUrl)
      await eventually(async () => {
        before = await readModelDigest(server.ownerUrl)
        return Object.values(before.positions).every((position) => position >= head)
      }, 'all read models have reached the end of the log')
      await rebuildProjections({ store, url: server.ownerUrl, log: keptLog().log })
      const after = await readModelDigest(server.ownerUrl)
      if (head === (await store.head())) expect(after.tables).toEqual(before.tables)
    }
  })
})
