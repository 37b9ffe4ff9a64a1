import { expect, type Locator, type Page, test, type TestInfo } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import type { DemoMember } from './support/members.ts'
import { lookAgain } from './support/pages.ts'
import { openPanel, panel, stakeByCall, tab, toast } from './support/token.ts'
import { button, dialog, heading, inBothThemes } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

/** Votes lock their stakes here; no other test unstakes them. */
const voterOf = ({ project }: TestInfo): DemoMember =>
  project.name === 'phone' ? 'Alan Turing' : 'Grace Hopper'

const open = (page: Page): Locator => panel(page).getByRole('list', { name: 'Open proposals' })
const proposal = (page: Page, title: RegExp | string): Locator =>
  panel(page).locator('article').filter({ hasText: title })
const QUORUM = /Raise the quorum/

async function openGovernance(page: Page, baseURL: string | undefined, testInfo: TestInfo): Promise<void> {
  await openPanel(page, voterOf(testInfo))
  await stakeByCall(page, baseURL, '20')
  await lookAgain(page)
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
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
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
