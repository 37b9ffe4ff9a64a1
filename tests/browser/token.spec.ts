import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectFitsPhone, expectNoSidewaysScroll } from './support/axe.ts'
import { requestDocumentsSeparately } from './support/separate-documents.ts'
import { lookAgain } from './support/pages.ts'
import { figure, holderOf, notice, openPanel, panel, stakeByCall, tab, toast } from './support/token.ts'
import { button, dialog, heading, inBothThemes } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const YUT = 1_000_000n

const review = async (page: Page, tabName: 'stake' | 'unstake', amount: string) => {
  await panel(page).getByLabel(`Amount to ${tabName}`).fill(amount)
  await panel(page)
    .getByRole('button', { name: tabName === 'stake' ? 'Stake' : 'Unstake', exact: true })
    .click()
}

const expectFigure = (page: Page, name: Parameters<typeof figure>[1], millionths: bigint) =>
  expect.poll(() => figure(page, name)).toBe(millionths)

test('a toast goes by itself after five seconds; the notice stays', async ({ page }, testInfo) => {
  await openPanel(page, holderOf(testInfo).member, 'Stake')
  await review(page, 'stake', '1')
  // Measured in the page: a check from outside may come too late.
  const stayed = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let since: number | null = null
        new MutationObserver((_, observer) => {
          if ([...document.querySelectorAll('li')].some((item) => item.textContent.includes(text)))
            since ??= performance.now()
          else if (since !== null) {
            observer.disconnect()
            resolve(performance.now() - since)
          }
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    'Successfully staked 1 YUT tokens!',
  )
  await button(page, 'Stake Tokens').click()
  const shown = toast(page, 'Successfully staked 1 YUT tokens!')
  await expect(shown).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(shown).toBeHidden()
  const ms = await stayed
  expect(ms).toBeGreaterThan(3_500)
  expect(ms).toBeLessThan(9_000)
  await expect(notice(page, 'Successfully staked 1 YUT tokens!')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Dismiss this notice' }).click()
  await expect(notice(page, 'Successfully staked 1 YUT tokens!')).toHaveCount(0)
})

test('the refresh spinner runs one second', async ({ page }, testInfo) => {
  await openPanel(page, holderOf(testInfo).member)
  // Measured in the page: a check from outside may come too late.
  const spun = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const spins = () =>
          [...document.querySelectorAll('section[aria-label="YUT Token"] output')].some(
            (output) => output.textContent === 'Refreshing',
          )
        let since: number | null = null
        new MutationObserver((_, observer) => {
          if (spins()) since ??= performance.now()
          else if (since !== null) {
            observer.disconnect()
            resolve(performance.now() - since)
          }
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
  )
  await requestDocumentsSeparately(page)
  const asked = page.waitForRequest('**/api/yut/balance')
  await panel(page).getByRole('button', { name: 'Refresh tokens' }).click()
  await asked
  const milliseconds = await spun
  expect(milliseconds).toBeGreaterThan(900)
  expect(milliseconds).toBeLessThan(2_000)
})

test('stakes, unstakes and transfers after a review; rewards are paid when claimed; a lost answer is found out; offline all is readable; every tab looks right', async ({
  page,
  context,
  baseURL,
}, testInfo) => {
  test.slow()
  await test.step('every tab and the review are accessible in both themes and fit a phone', async () => {
    await openPanel(page, holderOf(testInfo).member)
    const check = async () => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    for (const name of ['Overview', 'Stake', 'Governance', 'Transfer']) {
      await tab(page, name).click()
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
      // Another test checks the overview, with which the wallet opens.
      if (name !== 'Overview') await inBothThemes(page, check)
    }
    await tab(page, 'Stake').click()
    await review(page, 'stake', '1')
    await expect(heading(page, 'Confirm Stake')).toBeVisible()
    await inBothThemes(page, check)
    await button(page, 'Back').click()
    await expectFitsPhone(page)
  })
  await test.step('stakes and unstakes after a review; figures, votes and activity follow', async () => {
    await tab(page, 'Stake').click()
    const [available, staked] = [await figure(page, 'Available'), await figure(page, 'Staked')]
    await review(page, 'stake', '12.5')
    await expect(heading(page, 'Confirm Stake')).toBeFocused()
    await expect(dialog(page)).toContainText('12.50 YUT')
    await expect(dialog(page)).toContainText('Gives12.50 votes')
    await button(page, 'Stake Tokens').click()
    await expect(toast(page, 'Successfully staked 12.5 YUT tokens!')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expectFigure(page, 'Available', available - (25n * YUT) / 2n)
    await expectFigure(page, 'Staked', staked + (25n * YUT) / 2n)
    await expectFigure(page, 'Governance Power', staked + (25n * YUT) / 2n)
    await expect(notice(page, 'Successfully staked 12.5 YUT tokens!')).toBeVisible()
    await expect(panel(page).getByLabel('Amount to stake')).toHaveValue('')
    await expect(panel(page).getByLabel('Amount to stake')).toBeFocused()

    await review(page, 'unstake', '2.25')
    await expect(heading(page, 'Confirm Unstake')).toBeFocused()
    await button(page, 'Unstake Tokens').click()
    await expect(toast(page, 'Successfully unstaked 2.25 YUT tokens!')).toBeVisible()
    await expectFigure(page, 'Available', available - 10_250_000n)

    await panel(page).getByRole('button', { name: 'Back to Overview' }).click()
    await expect(tab(page, 'Overview')).toBeFocused()
    const lines = panel(page).getByRole('list', { name: 'Token transactions' }).getByRole('listitem')
    await expect(lines.nth(0)).toContainText('Unstaked')
    await expect(lines.nth(0)).toContainText('+2.25 YUT')
    await expect(lines.nth(0)).toContainText('Completed')
    await expect(lines.nth(1)).toContainText('Staked')
    await expect(lines.nth(1)).toContainText('-12.50 YUT')
  })
  await test.step('a lost answer: it happens once, and the panel finds out', async () => {
    await tab(page, 'Stake').click()
    const available = await figure(page, 'Available')
    const keys: (string | undefined)[] = []
    await context.route('**/api/yut/stake', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await route.fetch()
      await route.abort('connectionreset')
    })
    await review(page, 'stake', '3')
    await button(page, 'Stake Tokens').click()
    await expect(toast(page, 'Successfully staked 3 YUT tokens!')).toBeVisible()
    await expectFigure(page, 'Available', available - 3n * YUT)
    expect(keys).toHaveLength(1)
    await context.unroute('**/api/yut/stake')
  })
  await test.step('transfers tokens through the review; toast and receipt say so', async () => {
    const { other } = holderOf(testInfo)
    await tab(page, 'Transfer').click()
    const transfer = panel(page).getByRole('button', { name: 'Transfer', exact: true })
    await panel(page).getByLabel('Amount to transfer').fill('1.5')
    await expect(transfer).toBeDisabled()
    await panel(page).getByLabel('Recipient').fill('@nobody_at_all')
    await transfer.click()
    await expect(dialog(page).getByLabel('Send To')).toHaveAccessibleDescription(/no member/i)
    await button(page, 'Cancel').click()
    await panel(page).getByLabel('Recipient').fill(other)
    await transfer.click()
    await expect(heading(page, 'Confirm Transfer')).toBeFocused()
    const posted = page.waitForRequest('**/api/yut/transfer')
    await button(page, 'Send Transfer').click()
    expect((await posted).postDataJSON()).toMatchObject({ amount: '1.5', transfer_type: 'transfer' })
    await expect(toast(page, 'Successfully transferred 1.5 YUT tokens!')).toBeVisible()
    await expect(heading(page, 'Transfer Sent')).toBeVisible()
    await button(page, 'Done').click()
    await expect(panel(page).getByLabel('Amount to transfer')).toBeFocused()
    await expect(panel(page).getByLabel('Amount to transfer')).toHaveValue('')
  })
  await test.step('rewards count on by themselves and are paid exactly when claimed', async () => {
    await tab(page, 'Overview').click()
    await stakeByCall(page, baseURL, '60')
    await lookAgain(page)
    const rewards = panel(page).getByTestId('rewards')
    await expect(rewards).toHaveText(/YUT/)
    await expect(panel(page)).toContainText('Live estimate · 8.2% APY · exact when you claim')
    const first = await rewards.innerText()
    await expect.poll(() => rewards.innerText(), { timeout: 15_000 }).not.toBe(first)
    await panel(page).getByRole('button', { name: 'Claim Rewards' }).click()
    await expect(heading(page, 'Claim Rewards')).toBeFocused()
    await expect(dialog(page)).toContainText('You claim about')
    await button(page, 'Claim Now').click()
    await expect(toast(page, 'Claimed rewards successfully!')).toBeVisible()
    await expect(panel(page)).toContainText(/0\.\d+ YUT is in your balance\./)
  })
  await test.step('offline everything stays readable and nothing can be done, with the reason', async () => {
    await tab(page, 'Stake').click()
    await panel(page).getByLabel('Amount to stake').fill('1')
    await context.setOffline(true)
    await expect(panel(page).getByRole('button', { name: 'Stake', exact: true })).toBeDisabled()
    await expect(panel(page)).toContainText('You are offline. Staking needs a connection')
    await expect(panel(page).getByLabel('Amount to stake')).toHaveValue('1')
    await tab(page, 'Overview').click()
    await expect(panel(page)).toContainText('Claiming needs a connection')
    await inBothThemes(page, () => expectAccessible(page))
    await context.setOffline(false)
  })
})
