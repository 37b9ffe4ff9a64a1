import { WalletOverview } from '../../api/contract/wallet.ts'
import {
  alerts,
  changed,
  dialog,
  expect,
  opens,
  page,
  press,
  step,
  test,
  unreadable,
} from './support/page.tsx'

opens('/wallet', 'dorothy', {
  prepare: (network) => {
    const without = changed(WalletOverview, (wallet) => ({ ...wallet, treasury_account: null }))
    network.on('GET', /^\/api\/wallet$/, without)
    network.on('POST', /\/initialize-treasury$/, unreadable)
  },
  ready: () => page.screen.findByRole('button', { name: 'Add USD' }),
})

test('where there is no treasury account, one is opened before anything is paid', async () => {
  await page.user.click(page.screen.getByRole('button', { name: 'Add USD' }))
  await step('Add Funds by Card')
  await page.fill(await dialog().findByLabelText('Amount'), '5')
  await press('Pay $5.45')
  await step('Funds Not Added')
  await alerts('Failed to initialize treasury account')
  expect(page.network.sent('POST', /\/create-intent$/)).toEqual([])
})
