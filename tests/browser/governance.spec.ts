import { expect, type Locator, type Page, test, type TestInfo } from '@playwright/test'
import { operations } from '../../api/contract/operations.ts'
import { answering } from './support/answering.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import type { DemoMember } from './support/members.ts'
import { openPanel, panel, stakeByCall, tab, toast } from './support/token.ts'
import { button, dialog, heading, inBothThemes } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

/** Their stakes are held by votes here; nobody else counts on unstaking them. */
const voterOf = ({ project }: TestInfo): DemoMember =>
  project.name === 'phone' ? 'Alan Turing' : 'Grace Hopper'

const open = (page: Page): Locator => panel(page).getByRole('list', { name: 'Open proposals' })
const closed = (page: Page): Locator => panel(page).getByRole('list', { name: 'Closed proposals' })
const proposal = (page: Page, title: RegExp | string): Locator =>
  panel(page).locator('article').filter({ hasText: title })
const QUORUM = /Raise the quorum/

const listing = operations.listProposals
const balance = operations.getYutBalance

async function openGovernance(page: Page, baseURL: string | undefined, testInfo: TestInfo): Promise<void> {
  await openPanel(page, voterOf(testInfo))
  await stakeByCall(page, baseURL, '20')
  await page.reload()
  await tab(page, 'Governance').click()
  await expect(open(page).getByRole('article').first()).toBeVisible()
}

test('proposals: opened after a review, voted on and voted on again; offline they are there and votes wait', async ({
  page,
  baseURL,
  context,
}, testInfo) => {
  await test.step('votes after a review, sees it counted, and changes the vote', async () => {
    await openGovernance(page, baseURL, testInfo)
    const card = proposal(page, QUORUM)
    await expect(card).toContainText('Open')
    await expect(card).toContainText('Parameter change')
    await expect(card).toContainText(/\d+ days left · ends /)
    for (const vote of ['For', 'Against'] as const) {
      await card.getByRole('button', { name: vote, exact: true }).click()
      await expect(dialog(page).getByRole('heading', { name: /Confirm Vote|Change Vote/ })).toBeFocused()
      await expect(dialog(page)).toContainText(`You vote${vote}`)
      await expect(dialog(page)).toContainText(/Your weight[\d.,]+ votes/)
      await expect(dialog(page)).toContainText('can’t be unstaked until the voting is over')
      await button(page, `Vote ${vote}`).click()
      await expect(dialog(page)).toHaveCount(0)
      await expect(toast(page, 'Vote recorded successfully!')).toBeVisible()
      await expect(card).toContainText(new RegExp(`You voted ${vote} with [\\d.,]+ votes`))
      await expect(card).toContainText('You can change your vote until the voting ends.')
      await expect(card.getByRole('button', { name: vote, exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await expect(card.getByRole('list', { name: 'Votes' })).toContainText(
        new RegExp(`${vote}[1-9][\\d.,]* votes`),
      )
    }
    await expect(card).toContainText(/Quorum (not )?reached/)
  })
  await test.step('opens a proposal: form, review, back, and the list has it', async () => {
    await panel(page).getByRole('button', { name: 'Open a proposal' }).click()
    await expect(heading(page, 'Open a Proposal')).toBeFocused()
    await button(page, 'Continue').click()
    await expect(dialog(page).getByLabel('Title')).toHaveAccessibleDescription(/give the proposal a title/)
    await expect(dialog(page).getByLabel('Description')).toHaveAccessibleDescription(/describe the proposal/)
    const title = `A quieter bell ${crypto.randomUUID().slice(0, 8)}`
    await dialog(page).getByLabel('Title').fill(title)
    await dialog(page).getByLabel('Description').fill('Ring less.\nListen more.')
    await dialog(page).getByLabel('Type').selectOption('Other')
    await dialog(page).getByLabel('Voting runs for').selectOption('3 days')
    // What was typed survives a reload.
    await page.reload()
    await expect(dialog(page).getByLabel('Title')).toHaveValue(title)
    await button(page, 'Continue').click()
    await expect(heading(page, 'Review Proposal')).toBeFocused()
    for (const words of [title, 'Ring less.', 'Other', '3 days'])
      await expect(dialog(page)).toContainText(words)
    await button(page, 'Back').click()
    await dialog(page).getByLabel('Voting runs for').selectOption('14 days')
    await button(page, 'Continue').click()
    await inBothThemes(page, () => expectAccessible(page))
    await button(page, 'Open Proposal').click()
    await expect(toast(page, 'Proposal opened successfully!')).toBeVisible()
    await tab(page, 'Governance').click()
    await expect(proposal(page, title)).toContainText('Proposed by you')
    await expect(proposal(page, title)).toContainText(/1[34] days left/)
  })
  await test.step('offline the proposals are there, with their age, and votes wait', async () => {
    await context.setOffline(true)
    await expect(panel(page)).toContainText('Voting and proposing need a connection.')
    await expect(proposal(page, QUORUM)).toBeVisible()
    await expect(proposal(page, QUORUM).getByRole('button', { name: 'For', exact: true })).toBeDisabled()
    await expect(panel(page).getByRole('button', { name: 'Open a proposal' })).toBeDisabled()
    await inBothThemes(page, () => expectAccessible(page))
    await context.setOffline(false)
  })
})

test('a refused unstake names the proposal and the end of its voting', async ({
  page,
  baseURL,
}, testInfo) => {
  await openGovernance(page, baseURL, testInfo)
  await proposal(page, QUORUM).getByRole('button', { name: 'Abstain', exact: true }).click()
  await button(page, 'Vote Abstain').click()
  await expect(toast(page, 'Vote recorded successfully!')).toBeVisible()
  await tab(page, 'Stake').click()
  await expect(panel(page)).toContainText(/is held by your vote on “Raise the quorum.*” until /)
  const amount = panel(page).getByLabel('Amount to unstake')
  await panel(page).getByRole('button', { name: 'Use maximum' }).last().click()
  await expect(amount).not.toHaveValue('')
  await panel(page).getByRole('button', { name: 'Unstake', exact: true }).click()
  await button(page, 'Unstake Tokens').click()
  await expect(dialog(page)).toHaveCount(0)
  const see = panel(page).getByRole('button', { name: 'See the proposal' })
  await expect(see).toBeVisible()
  await see.click()
  await expect(tab(page, 'Governance')).toBeFocused()
  await expect(proposal(page, QUORUM)).toBeVisible()
})

test('without power there are no voting buttons but the way to get some', async ({
  page,
  baseURL,
}, testInfo) => {
  await answering(page, balance.path, balance.response, ({ yut_balance: held }) => ({
    yut_balance: { ...held, staked_balance: '0.000000', governance_power: '0.000000' },
  }))
  await answering(page, listing.path, listing.response, (body) => ({ ...body, can_propose: false }))
  await openGovernance(page, baseURL, testInfo)
  await expect(panel(page)).toContainText('You need governance power to vote')
  await expect(panel(page).getByRole('button', { name: 'Abstain' })).toHaveCount(0)
  await expect(panel(page).getByRole('button', { name: 'Open a proposal' })).toBeDisabled()
  await expect(panel(page)).toContainText('Needs 10.00 votes.')
  await inBothThemes(page, () => expectAccessible(page))
  await panel(page).getByRole('button', { name: 'Stake YUT' }).click()
  await expect(tab(page, 'Stake')).toBeFocused()
})

test('closed proposals show their results and take no votes', async ({ page, baseURL }, testInfo) => {
  const results = ['passed', 'rejected', 'no_quorum'] as const
  await answering(page, listing.path, listing.response, (body) => ({
    ...body,
    proposals: body.proposals.slice(0, 1).flatMap((one) => [
      one,
      ...results.map((status, index) => ({
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
  }))
  await openGovernance(page, baseURL, testInfo)
  await expect(closed(page).getByRole('article')).toHaveCount(3)
  for (const label of ['Passed', 'Rejected', 'No quorum']) {
    await expect(closed(page).getByText(label, { exact: true })).toBeVisible()
  }
  const card = closed(page).getByRole('article').first()
  await expect(card).toContainText('75.00 votes · 75%')
  await expect(card).toContainText('25.00 votes · 25%')
  await expect(card).toContainText('Quorum reached')
  await expect(card).toContainText('You did not vote.')
  await expect(card.getByRole('button', { name: 'For', exact: true })).toHaveCount(0)
  await inBothThemes(page, async () => {
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})

test('a vote that fails says why; without a reason, "Failed to vote"', async ({
  page,
  baseURL,
}, testInfo) => {
  await openGovernance(page, baseURL, testInfo)
  await page.route('**/api/yut/governance/vote', (route) => route.fulfill({ status: 422, body: 'no' }))
  await proposal(page, /Split a household bill/)
    .getByRole('button', { name: 'For', exact: true })
    .click()
  await button(page, 'Vote For').click()
  await expect(toast(page, 'Failed to vote')).toBeVisible()
  await page.unroute('**/api/yut/governance/vote')
  await page.route('**/api/yut/governance/vote', (route) =>
    route.continue({ postData: { proposal_id: '00000000-0000-4000-8000-000000000000', vote_type: 'for' } }),
  )
  await proposal(page, /Split a household bill/)
    .getByRole('button', { name: 'For', exact: true })
    .click()
  await button(page, 'Vote For').click()
  await expect(toast(page, 'proposal')).toBeVisible()
})
