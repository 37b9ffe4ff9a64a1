import { expect, opens, page, requestLost, settled, test, waitFor } from './support/page.tsx'

const SESSION = /^\/api\/session$/
/** The page's check whether the server can be reached. */
const REACHED = /^\/api\/health\//
const LOGIN = /\/redirect_url$/
const EXCHANGE = /^\/api\/sessions$/

opens('/no/such/page', null, { reopens: false })

/** Opens another address; the login cannot be reached, so that the page is not left. */
const visit = async (path: string) => {
  page.network.on('GET', LOGIN, requestLost)
  page.goTo(path)
  await settled()
}
const restricted = () => page.screen.findByRole('heading', { name: 'Access Restricted' })

test.each(['/dashboard', '/wallet', '/investments', '/tellepathy', '/devices', '/profile', '/did'])(
  'stands before %s, and nothing is asked for',
  async (path) => {
    await visit(path)
    await restricted()
    await waitFor(() => expect(page.network.sent('GET', LOGIN).length).toBeGreaterThan(0))
    const asked = page.network.sent('GET', /./).map((one) => one.path)
    expect(asked.filter((one) => ![SESSION, LOGIN, REACHED].some((known) => known.test(one)))).toEqual([])
  },
)

test.each([
  ['/pay/@grace?amount=12.50&currency=YUT&message=Lunch', '@grace asks you for 12.50 YUT', '“Lunch”'],
  ['/pay/@grace?amount=nonsense', '@grace asks you for money', 'anybody can make one'],
])('a payment link %s says who asks for how much, and asks nobody', async (path, heading, text) => {
  await visit(path)
  await page.screen.findByRole('heading', { name: heading })
  expect(document.querySelector('main')?.textContent).toContain(text)
  const asked = page.network.sent('GET', /./).map((one) => one.path)
  expect(asked.filter((one) => ![SESSION, REACHED].some((known) => known.test(one)))).toEqual([])
  await waitFor(() => expect(sessionStorage.getItem('youtility.return')).toBe(path))
  await page.user.click(page.screen.getByRole('button', { name: 'Sign In to Continue' }))
  await waitFor(() => expect(page.network.sent('GET', LOGIN)).toHaveLength(1))
})

test('an address that does not exist leads back', async () => {
  await visit('/no/such/page')
  await page.screen.findByRole('heading', { name: 'Page not found' })
  await waitFor(() => expect(document.title).toBe('Page not found · Youtility'))
  await page.user.click(page.screen.getByRole('link', { name: 'Return to Homepage' }))
  await waitFor(() => expect(location.pathname).toBe('/'))
})

test('a sign-in without a code says so', async () => {
  await visit('/auth/callback')
  await page.screen.findByRole('heading', { name: 'Authentication Failed' })
  expect(
    page.screen.getByText('Your sign-in provider reported a problem. Please sign in again.'),
  ).toBeTruthy()
  expect(page.network.sent('POST', EXCHANGE)).toEqual([])
})
