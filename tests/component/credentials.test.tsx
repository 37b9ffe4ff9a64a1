import {
  asksAnew,
  button,
  dialog,
  escape,
  expect,
  focused,
  noDialog,
  opens,
  page,
  press,
  requestLost,
  says,
  step,
  test,
  waitFor,
} from './support/page.tsx'

opens('/did', 'dorothy', {
  ready: () => waitFor(() => expect(region('DID Identifier').textContent).toContain('did:youtility:')),
})

const region = (name: string) => page.screen.getByRole('region', { name })
const ISSUE = /\/did\/credentials\/issue$/
const LIST = /\/did\/credentials\?/

test('shows the DID and what its document counts', async () => {
  await waitFor(() => expect(region('DID Identifier').textContent).toContain('Authentication methods1'))
  expect(region('DID Identifier').textContent).toContain('Service endpoints0')
  const explorer = page.screen.getByRole('link', { name: /View on Base/ })
  expect(explorer.getAttribute('target')).toBe('_blank')
})

test('has its panels with their phases', () => {
  for (const [panel, words] of [
    ['Blockchain Integration', ['Chain-Key ReadyPhase 2', 'ICP IntegrationPhase 3']],
    [
      'AI Agent Readiness',
      ['Identity VerifiedReady', 'Agent DeploymentPhase 2', 'On-Chain LogicPhase 3', 'Bill Optimization'],
    ],
    ['Roadmap', ['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4']],
    ['Network Information', ['Base (Ethereum L2)']],
  ] as const)
    for (const word of words) expect(region(panel).textContent).toContain(word)
  expect(region('AI Agent Readiness').textContent.match(/Coming soon/g)).toHaveLength(3)
})

test('says why a credential could not be issued, and keeps the dialog', async () => {
  page.network.on('POST', ISSUE, requestLost, 1)
  await page.user.click(page.screen.getByRole('button', { name: 'Issue Member Credential' }))
  await step('Issue a credential')
  await press('Issue')
  await waitFor(() => expect(dialog().getByRole('alert').textContent).not.toBe(''))
  await waitFor(() => expect(button(/Issue|Try again/).disabled).toBe(false))
  await asksAnew(LIST, async () => {
    await press(/Issue|Try again/)
    await noDialog()
  })
  const keys = page.network.sent('POST', ISSUE).map(({ key }) => key)
  expect(keys).toHaveLength(2)
})

test('a credential that is revoked is loaded anew, and says so', async () => {
  const [view] = await page.screen.findAllByRole('button', { name: /^View / })
  if (view === undefined) throw new Error('there is no credential')
  await page.user.click(view)
  await press('Revoke')
  await step('Revoke this credential?')
  await asksAnew(LIST, async () => {
    await press('Revoke for good')
    await says('The credential has been revoked.')
  })
})

test('offers the QR code and everything that is held; offline nothing can be issued', async () => {
  const share = page.screen.getByRole('button', { name: 'Generate Sharing QR' })
  await page.user.click(share)
  await dialog().findByRole('img', { name: /QR code/ })
  await escape()
  await noDialog()
  await focused(() => share)
  const all = page.screen.getByRole('link', { name: 'Export Identity Data' }).getAttribute('href') ?? ''
  const answer = await page.network.browser.fetch(all)
  expect(await answer.json()).toHaveProperty('member')
  page.network.cut()
  await waitFor(() => expect(region('Quick Actions').textContent).toContain('You are offline'))
  const issue = page.screen.getByRole<HTMLButtonElement>('button', { name: 'Issue Member Credential' })
  expect(issue.disabled).toBe(true)
  expect(region('DID Identifier').textContent).toContain('Authentication methods1')
})
