import { expect, opens, page, refused, test, waitFor } from './support/page.tsx'

const LOGIN = /\/redirect_url\?other_account=1$/

opens('/auth/callback?error=access_denied&error_description=Call+us+at+555-0100', null)

test('what the provider refused is said in our own words, stays, and leads on', async () => {
  await page.screen.findByText('The sign-in was cancelled.', { exact: false })
  expect(document.body.textContent).not.toContain('555-0100')
  expect(page.network.sent('POST', /^\/api\/sessions$/)).toEqual([])
  // Nobody leaves the page by themselves: its sentence may say what to do elsewhere.
  expect(location.pathname).toBe('/auth/callback')
  page.network.on('GET', LOGIN, refused(503, { code: 'busy', error: 'Not now.' }))
  await page.user.click(page.screen.getByRole('button', { name: 'Sign in with another account' }))
  await page.screen.findByText('Not now.')
  await page.user.click(page.screen.getByRole('link', { name: 'Return to Homepage' }))
  await waitFor(() => expect(location.pathname).toBe('/'))
})
