import { act, amountTo, panel, panelReady, panelText, showTab, stakeByCall } from './support/token.ts'
import { operations } from '../../api/contract/operations.ts'
import {
  button,
  changed,
  denied,
  descriptionOf,
  dialog,
  expect,
  type Fault,
  field,
  focused,
  noDialog,
  opens,
  page,
  press,
  refetch,
  requestLost,
  step,
  takeUp,
  test,
  toast,
  unreadable,
  waitFor,
  within,
} from './support/page.tsx'

const STAKE = /\/api\/yut\/stake$/

opens('/wallet', 'donald', { ready: panelReady })

const review = async (what: 'stake' | 'unstake', amount: string) => {
  await page.fill(amountTo(what), amount)
  await act(what === 'stake' ? 'Stake' : 'Unstake')
}
const held = async () => {
  const answer = await page.network.browser.fetch('/api/yut/balance')
  return operations.getYutBalance.response.parse(await answer.json()).yut_balance
}
/** Waits until the page shows a stake that was made by an API call. */
const seen = async () => {
  await refetch(/\/yut\/balance/)
  await waitFor(() => expect(panel().queryByLabelText('Amount to unstake')).not.toBeNull())
}

test('the form says what is wrong before anything is asked', async () => {
  await showTab('Stake')
  expect(panel().getByRole<HTMLButtonElement>('button', { name: 'Stake' }).disabled).toBe(true)
  for (const [typed, problem] of [
    ['9,999,999', 'Insufficient YUT balance'],
    ['0', 'The amount must be above zero.'],
    ['1.0000001', 'YUT has at most 6 decimals.'],
    ['-1', 'Enter an amount such as 12.5, without signs or separators.'],
  ] as const) {
    await review('stake', typed)
    await waitFor(() => expect(descriptionOf(amountTo('stake'))).toContain(problem))
    expect(page.screen.queryByRole('dialog')).toBeNull()
  }
  const [most] = panel().getAllByRole('button', { name: 'Use maximum' })
  if (most) await page.user.click(most)
  expect(Number(amountTo('stake').value)).toBe(Number((await held()).balance))
  await act('Stake')
  await step('Confirm Stake')
  await press('Back')
  await focused(() => amountTo('stake'))
  expect(page.network.sent('POST', STAKE)).toEqual([])
})

test('no more can be typed to unstake than a vote leaves free', async () => {
  await stakeByCall('90')
  page.network.on(
    'GET',
    /\/api\/yut\/balance$/,
    changed(operations.getYutBalance.response, ({ yut_balance: balance }) => ({
      yut_balance: {
        ...balance,
        unstakable_balance: '7.000000',
        locked: {
          amount: '83.000000',
          proposal_id: '7f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
          proposal_title: 'Longer votes',
          until: '2027-01-01T00:00:00.000Z',
        },
      },
    })),
  )
  await showTab('Stake')
  await seen()
  await waitFor(() => expect(panelText()).toContain('Up to 7.00 YUT'))
  await review('unstake', '8')
  await waitFor(() =>
    expect(descriptionOf(amountTo('unstake'))).toContain('Your vote holds the rest of your stake.'),
  )
  expect(page.screen.queryByRole('dialog')).toBeNull()
})

test('the server’s refusal stands in the toast and on the panel', async () => {
  await showTab('Stake')
  // A real refusal: the call sends an amount above the balance instead of the reviewed one.
  const more: Fault = () => page.network.browser.post('/api/yut/stake', { amount: '99999999' })
  page.network.on('POST', STAKE, more)
  await review('stake', '1')
  await step('Confirm Stake')
  await press('Stake Tokens')
  await toast('Insufficient YUT balance')
  await waitFor(() => expect(panelText()).toContain('Insufficient YUT balance'))
  await noDialog()
})

test('refusals that nobody can read are said in the words of their action', async () => {
  await stakeByCall('100')
  for (const path of [/\/yut\/stake$/, /\/unstake$/, /\/claim-rewards$/, /\/yut\/transfer$/])
    page.network.on('POST', path, unreadable)
  await showTab('Stake')
  await seen()
  for (const [what, heading, confirm, words] of [
    ['stake', 'Confirm Stake', 'Stake Tokens', 'Failed to stake tokens'],
    ['unstake', 'Confirm Unstake', 'Unstake Tokens', 'Failed to unstake tokens'],
  ] as const) {
    await review(what, '0.5')
    await step(heading)
    await press(confirm)
    await toast(words)
    await noDialog()
  }
  await showTab('Overview')
  await act('Claim Rewards')
  await step('Claim Rewards')
  await press('Claim Now')
  await toast('Failed to claim rewards')
  await noDialog()
  await showTab('Transfer')
  await page.fill(panel().getByLabelText('Recipient'), '@radia')
  await page.fill(amountTo('transfer'), '1')
  await act('Transfer')
  await step('Confirm Transfer')
  await press('Send Transfer')
  await toast('Failed to transfer tokens')
  await step('Transfer Failed')
})

test('what never arrived can be done again under the same key', async () => {
  const before = Number((await held()).balance)
  await showTab('Stake')
  page.network.on('POST', STAKE, requestLost, 1)
  await review('stake', '4')
  await step('Confirm Stake')
  await press('Stake Tokens')
  await step('Checking what happened')
  expect(dialog().queryByRole('button', { name: 'Do it again' })).toBeNull()
  await denied()
  await page.user.click(await dialog().findByRole('button', { name: 'Do it again' }))
  await toast('Successfully staked 4 YUT tokens!')
  await waitFor(async () => expect(Number((await held()).balance)).toBe(before - 4))
  const keys = page.network.sent('POST', STAKE).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('a reload in the review offers it; a double click stakes once', async () => {
  const before = Number((await held()).balance)
  await showTab('Stake')
  await review('stake', '2')
  await step('Confirm Stake')
  page.reload()
  await takeUp('Continue “Confirm Stake”?')
  await step('Confirm Stake')
  await waitFor(() => expect(button('Stake Tokens').disabled).toBe(false))
  await page.user.dblClick(button('Stake Tokens'))
  await waitFor(() => expect(panelText()).toContain('Successfully staked 2 YUT tokens!'))
  await waitFor(async () => expect(Number((await held()).balance)).toBe(before - 2))
  expect(page.network.sent('POST', STAKE)).toHaveLength(1)
})

test('by keyboard alone: tabs by arrows, stake by Enter', async () => {
  const before = Number((await held()).staked_balance)
  await showTab('Overview')
  panel().getByRole('tab', { name: 'Overview' }).focus()
  await page.user.keyboard('{ArrowRight}')
  await waitFor(() =>
    expect(panel().getByRole('tab', { name: 'Stake' }).getAttribute('aria-selected')).toBe('true'),
  )
  await page.tabTo(() => amountTo('stake'))
  await page.user.keyboard('1.25{Enter}')
  await step('Confirm Stake')
  await waitFor(() => expect(button('Stake Tokens').disabled).toBe(false))
  await page.tabTo(() => button('Stake Tokens'))
  await page.user.keyboard('{Enter}')
  await toast('Successfully staked 1.25 YUT tokens!')
  await waitFor(async () => expect(Number((await held()).staked_balance)).toBe(before + 1.25))
})

test('shows five of the ten transactions it fetches', async () => {
  for (let time = 0; time < 6; time += 1) await stakeByCall('0.01')
  await showTab('Overview')
  await act('Refresh tokens')
  await waitFor(() => expect(page.network.sent('GET', /\/yut\/transactions/)).not.toEqual([]))
  for (const { path } of page.network.sent('GET', /\/yut\/transactions/)) expect(path).toMatch(/\?limit=10$/)
  const lines = () =>
    within(panel().getByRole('list', { name: 'Token transactions' })).getAllByRole('listitem')
  await waitFor(() => expect(lines()).toHaveLength(5))
})

test('a vote or a proposal that is refused without a reason has its words; a form names what it lacks', async () => {
  await showTab('Governance')
  const [proposal] = await panel().findAllByRole('article')
  if (proposal === undefined) throw new Error('there is no proposal')
  page.network.on('POST', /\/governance\/vote$/, unreadable)
  await page.user.click(within(proposal).getByRole('button', { name: 'For' }))
  await press('Vote For')
  await toast('Failed to vote')
  await noDialog()
  await act('Open a proposal')
  await step('Open a Proposal')
  await press('Continue')
  await waitFor(() => expect(descriptionOf(field('Title'))).toMatch(/give the proposal a title/))
  expect(descriptionOf(field('Description'))).toMatch(/describe the proposal/)
  await press('Cancel')
})
