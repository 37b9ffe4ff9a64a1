import { expect, opens, page, test, waitFor } from './support/page.tsx'

opens('/auth/callback?error=access_denied&error_description=Call+us+at+555-0100', null)

test('what the provider refused is said in our own words, and leads home', async () => {
  await page.screen.findByText('The sign-in was cancelled.', { exact: false })
  expect(document.body.textContent).not.toContain('555-0100')
  expect(page.network.sent('POST', /^\/api\/sessions$/)).toEqual([])
  await waitFor(() => expect(location.pathname).toBe('/'))
})
