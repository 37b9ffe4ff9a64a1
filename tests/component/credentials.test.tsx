import {
  alerts,
  answerLost,
  asksAnew,
  button,
  dialog,
  escape,
  expect,
  focused,
  delayed,
  noDialog,
  opens,
  page,
  press,
  refetch,
  refused,
  requestLost,
  says,
  step,
  test,
  toast,
  waitFor,
  within,
} from './support/page.tsx'

const ISSUED_AT = '/api/did/credentials/issue'

opens('/did', 'dorothy', {
  // One in force is there.
  each: async ({ browser }) => {
    expect((await browser.post(ISSUED_AT, { credentialType: 'YoutilityMemberCredential' })).ok).toBe(true)
  },
  ready: () => waitFor(() => expect(region('DID Identifier').textContent).toContain('did:youtility:')),
})

const region = (name: string) => page.screen.getByRole('region', { name })
const ISSUE = /\/did\/credentials\/issue$/
const REVOKE = /\/revoke$/
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

/** Opens a valid credential. */
const view = async () => {
  const list = within(await page.screen.findByRole('list', { name: 'Verifiable Credentials' }))
  const one = await waitFor(() => {
    const found = list.getAllByRole('listitem').find(({ textContent }) => textContent.includes('Verified'))
    if (found === undefined) throw new Error('there is no credential in force')
    return found
  })
  await page.user.click(within(one).getByRole('button', { name: /^View / }))
  await says('Signed by Youtility')
}

test('of the types that can be chosen the one that was is issued, and says so', async () => {
  const types = () => dialog().queryAllByRole<HTMLInputElement>('radio')
  await page.user.click(
    await page.screen.findByRole('button', { name: /^Issue (New|Your First Credential)$/ }),
  )
  await step('Issue a credential')
  expect(types()).toHaveLength(2)
  const other = types().find(({ checked }) => !checked)
  await page.user.click(other ?? document.body)
  await press('Issue')
  await noDialog()
  await toast('Your credential is ready')
  expect(page.network.sent('POST', ISSUE).map(({ body }) => body)).toEqual([{ credentialType: other?.value }])
  await page.user.click(page.screen.getByRole('button', { name: 'Issue Member Credential' }))
  await step('Issue a credential')
  expect(
    types().map(({ value }) => value),
    'only what was asked for',
  ).toEqual(['YoutilityMemberCredential'])
  await press('Cancel')
})

test('a credential is kept where the member thinks better of it, and where it could not be revoked', async () => {
  await view()
  await press('Revoke')
  await step('Revoke this credential?')
  await press('Keep it')
  await says('Signed by Youtility, unchanged, in force and not revoked.')
  await press('Revoke')
  await step('Revoke this credential?')
  const { fault: waits, release } = delayed()
  page.network.on(
    'POST',
    REVOKE,
    async (goOn) => {
      await waits(async () => new Response())
      return refused(503, { error: 'Not just now.', code: 'unavailable' })(goOn)
    },
    1,
  )
  await press('Revoke for good')
  await waitFor(() => expect(button('Keep it').disabled).toBe(true))
  await escape()
  // While the request is pending, Escape does not close the dialog.
  expect(dialog().getByRole('heading', { name: 'Revoke this credential?' })).toBeTruthy()
  release()
  await alerts('Not just now.')
  await press('Keep it')
  await says('Signed by Youtility, unchanged, in force and not revoked.')
})

test('offline a credential is shown, and neither issued, revoked nor exported, with the reason', async () => {
  await view()
  await press('Revoke')
  await step('Revoke this credential?')
  page.network.cut()
  await waitFor(() => expect(button('Revoke for good').disabled).toBe(true))
  await press('Keep it')
  await says('You are offline; it can be exported when you are back.')
  expect(dialog().queryByRole('link', { name: /^Export/ })).toBeNull()
  expect(button('Revoke').disabled).toBe(true)
  page.network.mend()
  const file = await dialog().findByRole('link', { name: 'Export JSON' })
  expect(file.getAttribute('download')).toMatch(/^\w+Credential\.json$/)
  await escape()
  await noDialog()
  await page.user.click(page.screen.getByRole('button', { name: 'Issue Member Credential' }))
  await step('Issue a credential')
  page.network.cut()
  await says('You are offline; nothing can be issued now.')
  expect(button('Issue').disabled).toBe(true)
})

test('a credential that is revoked is loaded anew, and says so', async () => {
  await view()
  await press('Revoke')
  await step('Revoke this credential?')
  await asksAnew(LIST, async () => {
    await press('Revoke for good')
    await says('The credential has been revoked.')
  })
  expect(dialog().getByText('Revoked'), 'since when').toBeTruthy()
})

test('a credential that is revoked while the member is asked, or though the answer was lost, cannot be kept', async () => {
  await view()
  await press('Revoke')
  await step('Revoke this credential?')
  page.network.on('POST', REVOKE, answerLost, 1)
  await press('Revoke for good')
  await alerts('The answer did not arrive')
  await refetch(LIST)
  await says('The credential has been revoked.')
  expect(dialog().queryByRole('button', { name: /Revoke|Keep it/ })).toBeNull()
  expect(dialog().queryByRole('alert')).toBeNull()
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

test('offers to issue one both ways while there is none', async () => {
  page.network.on('GET', LIST, async () => Response.json({ credentials: [], next_cursor: null }))
  await refetch(LIST)
  const panel = within(region('Verifiable Credentials'))
  await panel.findByRole('button', { name: 'Issue Your First Credential' })
  await page.user.click(panel.getByRole('button', { name: 'Issue New' }))
  await waitFor(() => expect(page.screen.queryByRole('dialog')).not.toBeNull())
})
