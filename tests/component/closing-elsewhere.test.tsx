import { Dashboard } from '../../api/contract/pools.ts'
import { WalletOverview } from '../../api/contract/wallet.ts'
import { changed, expect, opens, page, test } from './support/page.tsx'

const CLOSING = {
  obstacles: [],
  owed_usd: '0.00',
  payout_usd: '460.00',
  day: '2027-03-20',
  in_parts: false,
  closing: {
    begun_at: '2026-11-27T12:00:00Z',
    bank_account_id: null,
    gives_up: [],
    can_be_stopped: true,
  },
}
/** Whether the account is closing now. */
let isClosing = true

opens('/wallet', 'barbara', {
  prepare: (network) => {
    network.on('GET', /\/profile\/closing$/, async () =>
      Response.json({ ...CLOSING, closing: isClosing ? CLOSING.closing : null }),
    )
    network.on('POST', /\/profile\/closing\/stop$/, async () => {
      isClosing = false
      return Response.json({ stopped: true })
    })
    network.on(
      'GET',
      /\/api\/wallet$/,
      changed(WalletOverview, (wallet) => ({ ...wallet, account_closing: isClosing })),
    )
    network.on(
      'GET',
      /\/api\/dashboard$/,
      changed(Dashboard, (figures) => ({ ...figures, account_closing: isClosing })),
    )
  },
})

test('whose account is closing sees it beside their money, and can stop it there', async () => {
  await page.screen.findByText('Your account is closing')
  await page.screen.findByText('Your last payment goes on Mar 20, 2027. Until then nothing else moves.')
  page.goTo('/dashboard')
  await page.screen.findByText('Your account is closing')
  await page.user.click(await page.screen.findByRole('button', { name: 'Stop closing' }))
  await expect.poll(() => page.screen.queryByText('Your account is closing'), { timeout: 20_000 }).toBeNull()
  expect(page.network.sent('POST', /\/profile\/closing\/stop$/)).toHaveLength(1)
})
