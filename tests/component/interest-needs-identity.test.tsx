import { WalletOverview } from '../../api/contract/wallet.ts'
import { changed, expect, opens, page, test } from './support/page.tsx'

opens('/wallet', 'dorothy', {
  prepare: (network) =>
    network.on(
      'GET',
      /^\/api\/wallet$/,
      changed(WalletOverview, (wallet) => ({
        ...wallet,
        treasury_bank: { simulated: false, closed: null, interest_needs_identity: true },
      })),
    ),
  ready: () => page.screen.findByText('Treasury account'),
})

test('whose dollars earn nothing yet is told what they would earn, and where to be verified', async () => {
  await page.screen.findByText(
    'Your dollars earn no interest yet: they earn 4.5% APY from the day you are verified.',
  )
  expect(page.screen.getByRole('link', { name: 'Verify your identity' }).getAttribute('href')).toBe(
    '/identity',
  )
})
