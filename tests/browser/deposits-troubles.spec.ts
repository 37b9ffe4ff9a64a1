import { expect, type Page, test } from '@playwright/test'
import { PaymentIntent } from '../../api/contract/deposits.ts'
import { WalletOverview } from '../../api/contract/wallet.ts'
import { answering } from './support/answering.ts'
import { expectAccessible } from './support/axe.ts'
import type { DemoMember } from './support/members.ts'
import { lookAgain } from './support/pages.ts'
import { button, clickAction, dialog, heading, inBothThemes, openWallet } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const INTENT = '**/api/payments/stripe/create-intent'

let member: DemoMember
test.beforeEach(({ page: _page }, { project }) => {
  // Not the member of deposits.spec.ts, which counts that member's deposits and may run at the same time.
  member = project.name === 'phone' ? 'Margaret Hamilton' : 'Edsger Dijkstra'
})

/** Begins a card payment of so many dollars. */
async function payByCard(page: Page, dollars: string): Promise<void> {
  await clickAction(page, 'Add USD')
  await dialog(page).getByLabel('Amount').fill(dollars)
  await dialog(page).getByRole('button', { name: /^Pay / }).click()
}

test('a returned deposit: what it did to the balance, and what to do; an interrupted payment is found again by a later visit', async ({
  page,
  context,
}) => {
  await test.step('a returned deposit: what it did to the balance, and what to do', async () => {
    const message = 'The balance is $40.00 below zero. Add funds before you send.'
    await answering(page, '/api/wallet', WalletOverview, (wallet) => ({
      ...wallet,
      overdrawn: { amount_usd: '-40.00', reason: 'deposit_returned' as const, message },
      deposits: wallet.deposits.map((deposit, place) =>
        place === 0
          ? {
              ...deposit,
              method: 'ach',
              status: 'returned',
              failure_message: 'The bank returned the transfer: insufficient funds (R01).',
              again_until: new Date(Date.now() + 86_400_000).toISOString(),
            }
          : deposit,
      ),
    }))
    await openWallet(page, member)
    const banner = page.getByRole('status').filter({ hasText: 'A deposit was returned' })
    await expect(banner).toContainText(message)
    await expect(banner).toContainText('Missing: $40.00')
    const row = page.getByRole('list', { name: 'Deposits' }).getByRole('listitem').first()
    await expect(row).toContainText('ACH')
    await expect(row).toContainText('Returned')
    await expect(row).toContainText('insufficient funds (R01)')
    await expect(row).toContainText('its amount has left your balance again')
    await inBothThemes(page, () => expectAccessible(page))
    await banner.getByRole('button', { name: 'Add funds' }).click()
    await expect(heading(page, 'Add Funds')).toBeFocused()
    await button(page, 'Cancel').click()
    await row.getByRole('link', { name: 'Try Again' }).click()
    await expect(heading(page, 'Add Funds from a Bank')).toBeFocused()
    await expect(dialog(page).getByLabel('Amount')).not.toHaveValue('')
  })
  await test.step('an interrupted payment is found again by a later visit', async () => {
    await page.keyboard.press('Escape')
    await page.unrouteAll({ behavior: 'wait' })
    await lookAgain(page)
    await expect(page.getByText('A deposit was returned')).toHaveCount(0)
    const reached = Promise.withResolvers<void>()
    await page.route(INTENT, async (route) => {
      await route.fetch()
      reached.resolve()
      // Never answered: the tab is closed first.
    })
    await payByCard(page, '21')
    await reached.promise
    await page.close()
    const later = await context.newPage()
    await later.clock.setFixedTime(Date.now() + 60_000)
    await later.goto('/wallet')
    const banner = later.getByText('Adding funds was interrupted').locator('xpath=ancestor::*[.//button][1]')
    await expect(banner).toContainText('$21.00: its outcome is not known on this device yet.')
    await inBothThemes(later, () => expectAccessible(later))
    await banner.getByRole('button', { name: 'Check what happened' }).click()
    await expect(heading(later, 'Payment Successful')).toBeVisible()
    await expect(dialog(later)).toContainText('$21.00')
    await button(later, 'Done').click()
    await expect(banner).toHaveCount(0)
  })
})

/** Replaces Stripe.js: a form in our element, which rejects the input `bad` and accepts any other. */
const STRIPE_JS = `
  window.Stripe = (publishableKey) => ({
    elements: ({ clientSecret, appearance }) => ({
      create: () => {
        const field = document.createElement('label')
        field.append(publishableKey + ' ' + clientSecret + ' ' + appearance.theme, document.createElement('input'))
        return { mount: (at) => at.append(field), destroy: () => field.remove() }
      },
    }),
    confirmPayment: async ({ redirect, confirmParams }) => {
      window.confirmed = { redirect, ...confirmParams }
      return document.querySelector('[role=dialog] input').value === 'bad'
        ? { error: { message: 'Your card number is incomplete.' } }
        : {}
    },
  })`

test.describe('with Stripe', () => {
  // The sandbox's policy does not allow Stripe's script; tests/api/request-pipeline tests the policy that does.
  test.use({ bypassCSP: true })

  const withStripe = async (page: Page): Promise<void> => {
    await page.route(INTENT, async (route) => {
      const answer = await route.fetch()
      const intent = PaymentIntent.parse(await answer.json())
      const asked = { status: 'requires_payment', client_secret: 'cs_1', publishable_key: 'pk_1' } as const
      await route.fulfill({ response: answer, json: { ...intent, ...asked, sandbox: false } })
    })
  }

  test("the card is entered in Stripe's form and confirmed there", async ({ page }) => {
    await withStripe(page)
    await page.route('https://js.stripe.com/v3/', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: STRIPE_JS }),
    )
    await openWallet(page, member)
    await payByCard(page, '18')
    const card = dialog(page).getByLabel('pk_1 cs_1 stripe')
    await card.fill('bad')
    await button(page, 'Pay $18.82').click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Your card number is incomplete.')
    await card.fill('good')
    await button(page, 'Pay $18.82').click()
    await expect(heading(page, 'Payment Successful')).toBeVisible()
    await expect(card).toHaveCount(0)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'confirmed') as unknown)).toEqual({
      redirect: 'if_required',
      return_url: new URL('/wallet', page.url()).href,
    })
  })

  test('says so when the form cannot be loaded', async ({ page }) => {
    await withStripe(page)
    await page.route('https://js.stripe.com/v3/', (route) => route.abort())
    await openWallet(page, member)
    await payByCard(page, '19')
    await expect(dialog(page).getByRole('alert')).toContainText('The card form could not be loaded')
    await expect(button(page, 'Pay $19.85')).toBeDisabled()
  })
})
