import { delayed, expect, opens, page, requestLost, test, waitFor } from './support/page.tsx'

const LOGIN = /\/redirect_url$/
const { fault, release } = delayed()
opens('/dashboard', null, {
  prepare: (network) => {
    network.on('GET', /^\/api\/session$/, fault)
    // The login cannot be reached, so that the page is not left.
    network.on('GET', LOGIN, requestLost)
  },
  ready: () => page.screen.findByRole('heading', { name: 'Verifying Access...' }),
  reopens: false,
})

test('the guard says what it is doing while it does not know, and returns home on request', async () => {
  expect(page.screen.getByText('Checking your Youtility membership')).toBeTruthy()
  release()
  await page.screen.findByRole('heading', { name: 'Access Restricted' })
  await waitFor(() => expect(page.network.sent('GET', LOGIN).length).toBeGreaterThan(0))
  await page.user.click(page.screen.getByRole('link', { name: 'Return to Homepage' }))
  await waitFor(() => expect(location.pathname).toBe('/'))
  await page.screen.findByRole('button', { name: 'SIGN IN' })
  expect(document.querySelector('nav[aria-label="Main"]')).toBeNull()
  expect(page.screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
})
