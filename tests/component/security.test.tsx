import { DailyLimit } from '../../api/contract/wallet.ts'
import type * as z from 'zod/mini'
import { securityOperations } from '../../api/contract/security.ts'
import {
  asksAnew,
  browserOf,
  button,
  changed,
  descriptionOf,
  dialog,
  expect,
  field,
  focused,
  delayed,
  noDialog,
  opens,
  page,
  press,
  refetch,
  refused,
  says,
  step,
  test,
  waitFor,
  within,
} from './support/page.tsx'

// No other file sends from this member's wallet, so that their daily limit may change.
opens('/profile', 'alan')

const SESSIONS = /^\/api\/sessions$/
const EVENTS = /^\/api\/security-events/
const LIMIT = /^\/api\/wallet\/daily-limit$/
const panel = (name: string) => within(page.screen.getByRole('region', { name }))
const sessions = () => panel('Where you are signed in')
const limit = () => panel('Daily limit')

type Browser = Awaited<ReturnType<typeof browserOf>>
type Sessions = z.infer<typeof securityOperations.listSessions.response>
const listed = async ({ fetch }: Pick<Browser, 'fetch'>): Promise<Sessions> =>
  securityOperations.listSessions.response.parse(await (await fetch('/api/sessions')).json())
const ownId = async (browser: Browser) =>
  (await listed(browser)).sessions.find(({ current }) => current)?.id ?? ''
/** Hides the sessions that other test files opened for this member. */
const withSessions = async (...browsers: readonly Browser[]) => {
  const [own = '', ...others] = await Promise.all([page.network.browser, ...browsers].map(ownId))
  let shown = [own]
  page.network.on(
    'GET',
    SESSIONS,
    changed(securityOperations.listSessions.response, (all) => ({
      sessions: all.sessions.filter(({ id }) => shown.includes(id)),
    })),
  )
  // First only the own session: the list could already have the expected length because of other files' sessions.
  await refetch(SESSIONS)
  await waitFor(() => expect(ends()).toHaveLength(0))
  shown = [own, ...others]
  await refetch(SESSIONS)
  await waitFor(() => expect(ends()).toHaveLength(others.length))
}
const ends = () => sessions().queryAllByRole<HTMLButtonElement>('button', { name: /^Sign out on / })
const isSignedIn = async ({ fetch }: Browser) => (await fetch('/api/users/me')).ok

/** A limit in dollars below the one of the member: a higher one would hold a day later. */
const below = async (): Promise<string> => {
  const answer = await page.network.browser.fetch('/api/wallet/daily-limit')
  const { limit_usd } = DailyLimit.parse(await answer.json())
  return (Number(limit_usd ?? 128) / 2).toFixed(2)
}
/** Lowers the limit elsewhere, and returns it. */
const lowered = async (): Promise<string> => {
  const limit_usd = await below()
  const limited = await page.network.browser.fetch('/api/wallet/daily-limit', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ limit_usd }),
  })
  expect(limited.status).toBe(200)
  return limit_usd
}

test('one other session is ended by itself, which a try that fails does not do', async () => {
  const [there, elsewhere] = [await browserOf('alan'), await browserOf('alan')]
  await withSessions(there)
  const [end] = ends()
  if (end === undefined) throw new Error('there is no other session')
  const END = /^\/api\/sessions\/[^/]+\/end$/
  page.network.on('POST', END, refused(503, { error: 'Not just now.', code: 'unavailable' }), 1)
  await page.user.click(end)
  await waitFor(() => expect(sessions().getByRole('alert').textContent).toContain('Not just now.'))
  expect(ends()).toHaveLength(1)
  expect(await isSignedIn(there)).toBe(true)
  const { fault, release } = delayed()
  page.network.on('POST', END, fault, 1)
  await asksAnew(EVENTS, async () => {
    await page.user.click(end)
    await waitFor(() => expect(end.getAttribute('aria-busy')).toBe('true'))
    const others = sessions().getByRole('button', { name: 'Sign out everywhere else' })
    expect(others.getAttribute('aria-busy'), 'which was not asked for').toBeNull()
    release()
    await waitFor(() => expect(ends()).toHaveLength(0))
  })
  expect(sessions().queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  expect(await isSignedIn(there)).toBe(false)
  expect(await isSignedIn(elsewhere), 'a session that was not named').toBe(true)
  expect(await isSignedIn(page.network.browser)).toBe(true)
})

test('an access token is shown once, listed without its secret, and ended there', async () => {
  const tokens = () => panel('Access tokens')
  await waitFor(() => expect(tokens().getByRole('button', { name: 'New access token' })).toBeTruthy())
  await page.user.click(tokens().getByRole('button', { name: 'New access token' }))
  await step('New access token')
  await press('Make token')
  await says('Give it a name.')
  await page.fill(field('Name'), 'Budget script')
  await page.user.click(field('Pay'))
  await press('Make token')
  await says(/from 0\.01 to 1000/)
  await page.fill(field('It may pay, a day'), '25')
  await press('Make token')
  await step('Your access token')
  const secret = /yut_pat_[\w-]{43}/.exec(document.body.textContent)?.[0] ?? ''
  const program = async () =>
    (await page.network.browser.fetch('/api/users/me', { headers: { Authorization: `Bearer ${secret}` } }))
      .status
  expect(await program()).toBe(200)
  await press('Done')
  await noDialog()
  expect(tokens().getByText(/Read, Pay \(\$25\.00 a day\)/)).toBeTruthy()
  expect(document.body.textContent).not.toContain(secret)
  await page.user.click(tokens().getByRole('button', { name: 'End the access token Budget script' }))
  await waitFor(() => expect(tokens().queryByText('Budget script')).toBeNull())
  expect(await program()).toBe(401)
})

test('offline no session can be ended and no limit set', async () => {
  await withSessions(await browserOf('alan'))
  page.network.cut()
  await waitFor(() => expect(ends().every(({ disabled }) => disabled)).toBe(true))
  for (const name of ['Sign out everywhere else', 'Set limit'])
    await waitFor(() =>
      expect(page.screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true),
    )
  expect(limit().getByLabelText<HTMLInputElement>('New daily limit').disabled).toBe(true)
})

test('without a limit there is none to remove', async () => {
  page.network.on(
    'GET',
    LIMIT,
    changed(DailyLimit, (one) => ({ ...one, limit_usd: null, raise: null })),
  )
  await refetch(LIMIT)
  await waitFor(() => expect(limit().queryByRole('button', { name: 'Remove limit' })).toBeNull())
  await waitFor(() => expect(limit().getByRole('button', { name: 'Set limit' })).toBeTruthy())
})

test('a limit that the server refuses is said at its field; a lower one holds at once, a higher one a day later', async () => {
  const typed = () => limit().getByLabelText<HTMLInputElement>('New daily limit')
  await waitFor(() => expect(typed().disabled).toBe(false))
  const lower = await below()
  const why = 'That is no limit.'
  page.network.on(
    'PUT',
    LIMIT,
    refused(422, { error: why, code: 'invalid_request', fields: { limit_usd: why } }),
    1,
  )
  await page.fill(typed(), lower)
  const setLower = async () => {
    await page.user.click(limit().getByRole('button', { name: 'Set limit' }))
    await step('Lower your daily limit?')
  }
  await setLower()
  await says(`You’ll be able to send up to $${lower} a day. Sent so far today: $0.00.`)
  await press('Cancel')
  await noDialog()
  expect(page.network.sent('PUT', LIMIT)).toHaveLength(0)
  await setLower()
  await press('Lower it')
  await focused(typed)
  expect(descriptionOf(typed())).toContain(why)
  expect(typed().value).toBe(lower)
  await waitFor(() =>
    expect(limit().getByRole<HTMLButtonElement>('button', { name: 'Set limit' }).disabled).toBe(false),
  )
  await asksAnew(EVENTS, async () => {
    await setLower()
    await press('Lower it')
    await limit().findByText(`$${lower} a day`)
  })
  await waitFor(() => expect(typed().value).toBe(''))
  await page.fill(typed(), '1,000')
  await page.user.click(limit().getByRole('button', { name: 'Set limit' }))
  await limit().findByText(/^From .*2\d{3}.* on: \$1,000\.00\. If you did not ask for this/)
  expect(limit().getByText(`$${lower} a day`)).toBeTruthy()
  await panel('Security activity').findByText('A higher daily limit was asked for: $1,000.00')
})

test('the send form says the daily limit and what is left of it, and refuses what is above it', async () => {
  const most = await lowered()
  page.goTo('/wallet')
  await page.user.click(await page.screen.findByRole('button', { name: 'Send Funds' }))
  await step('Send Funds')
  await says(`$${most} of your daily limit of $${most} is left today (UTC).`)
  await page.fill(field('Send To'), '@grace')
  await page.fill(field('Amount'), (Number(most) + 0.01).toFixed(2))
  await press('Continue')
  await waitFor(() =>
    expect(descriptionOf(field('Amount'))).toContain(`Your daily limit leaves $${most} for today (UTC).`),
  )
  await page.user.click(dialog().getByLabelText(/^YUT/))
  await press('Continue')
  await step('Confirm Transfer')
  await press('Back')
  await step('Send Funds')
  await press('Cancel')
  await noDialog()
})

test('signing out asks while something begun would be lost', async () => {
  page.goTo('/wallet')
  await page.user.click(await page.screen.findByRole('button', { name: 'Send Funds' }))
  await step('Send Funds')
  await page.fill(field('Amount'), '3')
  const out = page.screen.getByRole('button', { name: 'Sign out', hidden: true })
  await page.user.click(out)
  await waitFor(() => expect(page.screen.getAllByRole('dialog', { hidden: true })).toHaveLength(2))
  await page.user.click(page.screen.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(page.screen.getAllByRole('dialog', { hidden: true })).toHaveLength(1))
  await press('Cancel')
  await noDialog()
  expect(await isSignedIn(page.network.browser)).toBe(true)
})

test('what is above a limit that was set meanwhile is refused at the amount, with what is left and where the limit is', async () => {
  page.goTo('/wallet')
  await page.user.click(await page.screen.findByRole('button', { name: 'Send Funds' }))
  await step('Send Funds')
  await page.fill(field('Send To'), '@grace')
  await page.fill(field('Amount'), (Number(await below()) * 1.5).toFixed(2))
  await press('Continue')
  await step('Confirm Transfer')
  const most = await lowered()
  await press('Send Transfer')
  await step('Transfer Failed')
  const why = `You let $${most} leave your wallet in a day, and $${most} of that is left today (UTC).`
  expect(dialog().getByRole('alert').textContent).toContain(`${why} Your profile page has the limit.`)
  await press('Try Again')
  await focused(() => field('Amount'))
  expect(descriptionOf(field('Amount'))).toContain(why)
  expect(button('Continue').disabled).toBe(false)
  await press('Cancel')
  await noDialog()
})
