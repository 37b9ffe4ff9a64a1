import { operations } from '../../api/contract/operations.ts'
import { amountTo, panel, panelReady, panelText, act, showTab, stakeByCall } from './support/token.ts'
import {
  changed,
  expect,
  type Fault,
  focused,
  noDialog,
  opens,
  page,
  press,
  refetch,
  test,
  toast,
  waitFor,
  within,
} from './support/page.tsx'

const PROPOSALS = /\/yut\/governance\/proposals/
const QUORUM = /Raise the quorum/

opens('/wallet', 'barbara', { prepare: () => stakeByCall('20'), ready: panelReady })

const tab = (name: string) => panel().getByRole('tab', { name })
const proposal = async (title: RegExp) => {
  const found = (await panel().findAllByRole('article')).find((one) => title.test(one.textContent))
  if (found === undefined) throw new Error(`there is no proposal ${title.source}`)
  return within(found)
}

test('a refused unstake names the proposal and the end of its voting', async () => {
  await showTab('Governance')
  await page.user.click((await proposal(QUORUM)).getByRole('button', { name: 'Abstain' }))
  await press('Vote Abstain')
  await toast('Vote recorded successfully!')
  await noDialog()
  await showTab('Stake')
  await waitFor(() => expect(panelText()).toMatch(/is held by your vote on “Raise the quorum.*” until /))
  // As on a page that has not heard of the vote yet.
  page.network.on(
    'GET',
    /\/yut\/balance$/,
    changed(operations.getYutBalance.response, ({ yut_balance: held }) => ({
      yut_balance: { ...held, unstakable_balance: held.staked_balance },
    })),
  )
  await refetch(/\/yut\/balance$/)
  await waitFor(() => expect(panelText()).toContain('Up to 20.00 YUT'))
  await page.fill(amountTo('unstake'), '20')
  await act('Unstake')
  await press('Unstake Tokens')
  await noDialog()
  await page.user.click(await panel().findByRole('button', { name: 'See the proposal' }))
  await focused(() => tab('Governance'))
  expect(await proposal(QUORUM)).toBeTruthy()
})

test('without power there are no voting buttons but the way to get some', async () => {
  page.network.on(
    'GET',
    /\/yut\/balance$/,
    changed(operations.getYutBalance.response, ({ yut_balance: held }) => ({
      yut_balance: { ...held, staked_balance: '0.000000', governance_power: '0.000000' },
    })),
  )
  page.network.on(
    'GET',
    PROPOSALS,
    changed(operations.listProposals.response, (body) => ({ ...body, can_propose: false })),
  )
  await showTab('Governance')
  await refetch(/\/yut\/balance$/)
  await refetch(PROPOSALS)
  await waitFor(() => expect(panelText()).toContain('You need governance power to vote'))
  await waitFor(() => expect(panelText()).toContain('Needs 10.00 votes.'))
  expect(panel().queryByRole('button', { name: 'Abstain' })).toBeNull()
  expect(panel().getByRole<HTMLButtonElement>('button', { name: 'Open a proposal' }).disabled).toBe(true)
  await act('Stake YUT')
  await focused(() => tab('Stake'))
})

test('closed proposals show their results and take no votes', async () => {
  page.network.on(
    'GET',
    PROPOSALS,
    changed(operations.listProposals.response, (body) => ({
      ...body,
      proposals: body.proposals.slice(0, 1).flatMap((one) => [
        one,
        ...(['passed', 'rejected', 'no_quorum'] as const).map((status, index) => ({
          ...one,
          id: `00000000-0000-4000-8000-00000000000${index}`,
          title: `Closed ${status}`,
          status,
          voting_open: false,
          closed_at: '2026-11-20T12:00:00.000Z',
          votes_for: '75.000000',
          votes_against: '25.000000',
          votes_abstain: '0.000000',
          quorum: '40.000000',
          quorum_reached: true,
          voters: 2,
          my_vote: null,
          my_vote_weight: null,
        })),
      ]),
    })),
  )
  await showTab('Governance')
  await refetch(PROPOSALS)
  const closed = within(await panel().findByRole('list', { name: 'Closed proposals' }))
  expect(closed.getAllByRole('article')).toHaveLength(3)
  for (const label of ['Passed', 'Rejected', 'No quorum']) expect(closed.getByText(label)).toBeTruthy()
  const [first] = closed.getAllByRole('article')
  for (const words of ['75.00 votes · 75%', '25.00 votes · 25%', 'Quorum reached', 'You did not vote.'])
    expect(first?.textContent).toContain(words)
  expect(closed.queryByRole('button', { name: 'For' })).toBeNull()
})

test('a vote that the server refuses says why', async () => {
  await showTab('Governance')
  await refetch(PROPOSALS)
  // A real refusal: there is no such proposal.
  const another: Fault = () =>
    page.network.browser.post('/api/yut/governance/vote', {
      proposal_id: '00000000-0000-4000-8000-000000000000',
      vote_type: 'for',
    })
  page.network.on('POST', /\/governance\/vote$/, another)
  await waitFor(() => expect(panelText()).not.toContain('Closed passed'))
  await page.user.click((await proposal(/Split a household bill/)).getByRole('button', { name: 'For' }))
  await press('Vote For')
  await toast('proposal')
})
