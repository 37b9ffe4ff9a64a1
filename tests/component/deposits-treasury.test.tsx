import { expect, test } from 'vitest'
import { WalletOverview } from '../../api/contract/wallet.ts'
import { unreadable } from './support/network.ts'
import { dialog, openPage, press, step } from './support/page.tsx'

test('where there is no treasury account, one is opened before anything is paid', async () => {
  const page = await openPage('/wallet', 'dorothy', (network) => {
    network.on('GET', /^\/api\/wallet$/, async (goOn) => {
      const wallet = WalletOverview.parse(await (await goOn()).json())
      return Response.json(WalletOverview.parse({ ...wallet, treasury_account: null }))
    })
    network.on('POST', /\/initialize-treasury$/, unreadable)
  })
  await page.user.click(await page.screen.findByRole('button', { name: 'Add USD' }))
  await step('Add Funds by Card')
  await page.fill(await dialog().findByLabelText('Amount'), '5')
  await press(page, 'Continue')
  await step('Funds Not Added')
  expect(dialog().getByRole('alert').textContent).toContain('Failed to initialize treasury account')
  expect(page.network.sent('POST', /\/create-intent$/)).toEqual([])
})
