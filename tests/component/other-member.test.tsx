import { WalletOverview } from '../../api/contract/wallet.ts'
import { currentEpoch, epochSignal } from '../../web/data/epoch.ts'
import { changed, expect, opens, page, refetch, test, waitFor } from './support/page.tsx'

const WALLET = /^\/api\/wallet$/
const THEIRS = '$87,654.32'

const shown = () => document.body.textContent
const balanceShown = () => waitFor(() => expect(shown()).toMatch(/USD Balance\$/))

opens('/wallet', 'alan', { ready: balanceShown })

const ofSomebodyElse = changed(WalletOverview, (wallet) => {
  const account = wallet.treasury_account
  if (account === null) throw new Error('the demo member has an account')
  const cash = { ...account.balance.cash, usd: 8_765_432 }
  return { ...wallet, treasury_account: { ...account, balance: { ...account.balance, cash } } }
})

test('another member signs in in another tab: a new epoch begins, and what comes late is theirs no more', async () => {
  const before = currentEpoch()
  const signal = epochSignal()
  const gate = Promise.withResolvers<void>()
  page.network.on(
    'GET',
    WALLET,
    async (goOn) => {
      const answer = await ofSomebodyElse(goOn)
      await gate.promise
      return answer
    },
    1,
  )
  await refetch(WALLET)
  const { id: memberId } = await page.network.browser.signIn('grace')
  const otherTab = new BroadcastChannel('youtility.session')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  otherTab.postMessage({ type: 'signed_in', memberId })
  await page.screen.findByRole('link', { name: 'Grace' })
  expect(currentEpoch()).toBe(before + 1)
  expect(signal.aborted).toBe(true)
  gate.resolve()
  await balanceShown()
  expect(shown()).not.toContain(THEIRS)
  // It is made beside what is shown, and the other one goes.
  await waitFor(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    expect(names.filter((name) => name?.startsWith('m:'))).toEqual([`m:${memberId}`])
  })
  otherTab.close()
})
