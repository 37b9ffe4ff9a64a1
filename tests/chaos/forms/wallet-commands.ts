import { formatMinor } from '../../../events/money.ts'
import { eventually } from '../../support/read-models.ts'
import { SECOND_MS } from '../../support/moving-clock.ts'
import { opensProposal } from '../../support/token-calls.ts'
import { textIn, type AtHand } from './at-hand.ts'
import type { FormsOfCommand } from './forms.ts'
import type { Call, Everywhere } from './world.ts'

const yut = (minor: bigint): string => formatMinor('YUT', minor)
const whole = (minor: bigint): bigint => minor - (minor % 10_000n)

export const sendsDollars = (member: Everywhere, to: Everywhere, cents: bigint): Call => ({
  member,
  path: '/api/wallet/transfer',
  body: { to_user_identifier: `@${to.user.handle}`, currency: 'USD', amount: formatMinor('USD', cents) },
})
const sendsCents = (member: Everywhere, to: Everywhere, cents: bigint): Call => ({
  member,
  path: '/api/wallet/send-transfer',
  body: { to_user_identifier: `@${to.user.handle}`, amount: Number(cents) },
})
const sendsTokens = (member: Everywhere, to: Everywhere, minor: bigint): Call => ({
  member,
  path: '/api/yut/transfer',
  body: { to_address: `@${to.user.handle}`, amount: yut(minor), transfer_type: 'transfer' },
})
export const stakes = (member: Everywhere, minor: bigint): Call => ({
  member,
  path: '/api/yut/stake',
  body: { amount: yut(minor) },
})
const unstakes = (member: Everywhere, minor: bigint): Call => ({
  member,
  path: '/api/yut/unstake',
  body: { amount: yut(minor) },
})

/** Commands that are committed together with their answer. */
export const walletCommands = ({ pair, most, richest, done, read, world }: AtHand): FormsOfCommand[] => {
  const transfer = (
    operation: string,
    send: (member: Everywhere, to: Everywhere, minor: bigint) => Call,
    minor: bigint,
    all: (turn: number) => Promise<readonly [Everywhere, Everywhere, bigint]>,
  ): FormsOfCommand => ({
    operation,
    fact: 'TransferSent',
    ready: async (turn) => {
      const [member, to] = pair(turn)
      return { call: send(member, to, minor), other: send(member, to, minor + 10_000n) }
    },
    scarce: async (turn) => {
      const [member, to, sum] = await all(turn)
      return { calls: [send(member, to, sum), send(member, to, sum - 10_000n)] }
    },
  })
  const mostDollars = async () => {
    const [member, to] = await richest()
    return [member, to, await most(member, 'usd')] as const
  }
  const ofSome = async (turn: number, account: 'yut' | 'yut:staked') => {
    const [member, to] = pair(turn)
    return [member, to, whole(await most(member, account))] as const
  }
  const staking = (
    operation: string,
    fact: string,
    move: (member: Everywhere, minor: bigint) => Call,
    account: 'yut' | 'yut:staked',
  ): FormsOfCommand => ({
    operation,
    fact,
    ready: async (turn) => {
      const [member] = pair(turn)
      return { call: move(member, 1_000_000n), other: move(member, 2_000_000n) }
    },
    scarce: async (turn) => {
      const [member, , minor] = await ofSome(turn, account)
      return { calls: [move(member, minor), move(member, minor - 10_000n)] }
    },
  })
  /** There is something to claim. */
  const claims = async (turn: number): Promise<Call> => {
    const [member] = pair(turn)
    const earned = async () =>
      Number(textIn(await read(member, '/api/yut/balance'), 'yut_balance', 'rewards_available')) > 0
    world.clock.forward(30 * SECOND_MS)
    await eventually(earned, `${member.user.handle} has rewards`)
    return { member, path: '/api/yut/claim-rewards' }
  }
  const votes = async (turn: number) => {
    const [member] = pair(turn)
    const { id } = await opensProposal(world.store, world.clock())
    const votesFor = (vote: string): Call => ({
      member,
      path: '/api/yut/governance/vote',
      body: { proposal_id: id, vote_type: vote },
    })
    return [votesFor('for'), votesFor('against')] as const
  }
  const proposes = async (turn: number) => {
    const [member] = pair(turn)
    const about = (title: string): Call => ({
      member,
      path: '/api/yut/governance/proposals',
      body: { title, description: `Why ${title}`, proposal_type: 'other', voting_days: 3 },
    })
    return [about('Longer days'), about('Shorter days')] as const
  }
  /** As many as let one more in. */
  const openProposals = async (turn: number): Promise<void> => {
    const [member] = pair(turn)
    const [one] = await proposes(turn)
    for (let n = 0; n < 3; n += 1) {
      const open = await mine(member)
      if (open.length === 2) return
      if (open.length > 2) throw new Error(`${member.user.handle} has ${open.length} proposals open`)
      await done(one)
    }
  }
  const mine = async (member: Everywhere): Promise<readonly unknown[]> => {
    const { proposals } = Object(await read(member, '/api/yut/governance/proposals'))
    if (!Array.isArray(proposals)) throw new Error('There are no proposals')
    return proposals.filter(
      (one) =>
        Reflect.get(Object(one), 'is_mine') === true && Reflect.get(Object(one), 'voting_open') === true,
    )
  }

  return [
    transfer('transfer', sendsDollars, 100n, mostDollars),
    transfer('sendTransfer', sendsCents, 100n, mostDollars),
    transfer('transferYut', sendsTokens, 1_000_000n, (turn) => ofSome(turn, 'yut')),
    staking('stakeYut', 'YutStaked', stakes, 'yut'),
    staking('unstakeYut', 'YutUnstaked', unstakes, 'yut:staked'),
    {
      operation: 'claimRewards',
      fact: 'RewardsClaimed',
      ready: async (turn) => ({ call: await claims(turn) }),
      scarce: async (turn) => {
        const call = await claims(turn)
        return { calls: [call, call] }
      },
    },
    {
      operation: 'voteOnProposal',
      fact: 'VoteCast',
      ready: async (turn) => {
        const [call, other] = await votes(turn)
        return { call, other }
      },
      // The later one counts; one that arrives after it is told so.
      scarce: async (turn) => ({ calls: await votes(turn), wins: [1, 2] }),
    },
    {
      operation: 'createProposal',
      fact: 'ProposalOpened',
      ready: async (turn) => {
        const [call, other] = await proposes(turn)
        return { call, other }
      },
      scarce: async (turn) => {
        await openProposals(turn)
        return { calls: await proposes(turn) }
      },
    },
  ]
}
