import { opens, page, refused, requestLost, test } from './support/page.tsx'

const SENTENCE = 'Sign-in is not available right now. Please try again.'
const LOGIN = /\/redirect_url$/
const away = refused(503, {
  error: SENTENCE,
  code: 'identity_provider_unavailable',
})

opens('/', null, { ready: () => page.screen.findByRole('button', { name: 'SIGN IN' }) })

test.each([
  ['/', 'SIGN IN'],
  ['/pay/@grace', 'Sign In to Continue'],
])('on %s a sign-in that cannot begin says so', async (path, name) => {
  page.network.on('GET', LOGIN, away)
  page.goTo(path)
  await page.user.click(await page.screen.findByRole('button', { name }))
  await page.screen.findByText(SENTENCE)
})

test('the guard, which leaves by itself, says so too', async () => {
  page.network.on('GET', LOGIN, away)
  page.goTo('/wallet')
  await page.screen.findByText(SENTENCE)
})

test('without a connection it says that', async () => {
  page.network.on('GET', LOGIN, requestLost)
  await page.user.click(page.screen.getByRole('button', { name: 'SIGN IN' }))
  await page.screen.findByText('You are offline. Reconnect and try again.')
})
