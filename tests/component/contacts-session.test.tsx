import {
  asksAnew,
  expect,
  field,
  noDialog,
  opens,
  page,
  press,
  refetch,
  refused,
  step,
  takeUp,
  test,
} from './support/page.tsx'

// The session ends for the whole page: no other test shares it.
opens('/tellepathy', 'radia')

test('a session that ends in the middle of a new contact: signed in again, the member goes on where they were', async () => {
  const memberId = JSON.stringify(await (await page.network.browser.fetch('/api/session')).json()).match(
    /(?<="id":")[0-9a-f-]{36}/,
  )?.[0]
  await page.user.click(page.screen.getByRole('button', { name: 'Add Contact' }))
  await step('Add Contact')
  await page.fill(field('Contact Name *'), 'Emmy Noether')
  await page.fill(field(/^Handle/), '@emmy')
  page.network.on(
    'GET',
    /^\/api\/contacts/,
    refused(401, { error: 'Please sign in.', code: 'not_signed_in' }),
  )
  await refetch(/^\/api\/contacts/)
  await page.screen.findByRole('heading', { name: 'Access Restricted' })
  page.network.reset()
  expect(document.body.textContent).toContain('Your session has ended')
  expect(document.body.innerHTML).not.toContain('Emmy')

  // Signs in again in another tab, the only way that needs no page of the identity provider.
  const otherTab = new BroadcastChannel('youtility.session')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  otherTab.postMessage({ type: 'signed_in', memberId })
  await takeUp('Continue adding the contact you began?')
  await step('Add Contact')
  otherTab.close()
  expect([field('Contact Name *').value, field(/^Handle/).value]).toEqual(['Emmy Noether', '@emmy'])
  expect(page.network.sent('POST', /^\/api\/contacts$/)).toEqual([])
  await asksAnew(/^\/api\/contacts$/, async () => {
    await press('Add Contact')
    await noDialog()
  })
  await page.screen.findByText('Emmy Noether')
  expect(page.network.sent('POST', /^\/api\/contacts$/)).toHaveLength(1)
  expect(Object.keys(sessionStorage).filter((name) => name.includes('form:'))).toEqual([])
})
