import { IdentityCheck } from '../../api/contract/identity-check.ts'
import { changed, expect, opens, page, refetch, refused, test, waitFor, within } from './support/page.tsx'

const CHECK = /^\/api\/profile\/identity-check$/
const ANSWER = /^\/api\/profile\/identity-check\/test-person$/
// No other file looks at this member's identity.
opens('/identity', 'katherine', {
  ready: () => waitFor(() => expect(standing().textContent).toContain('Verified')),
})

const standing = () => page.screen.getByRole('region', { name: 'Where you stand' })
const shows = (text: string | RegExp) =>
  waitFor(() =>
    expect(standing().textContent).toMatch(typeof text === 'string' ? new RegExp(RegExp.escape(text)) : text),
  )
const begin = () =>
  within(standing()).queryByRole('button', { name: /^(Verify my identity|Go on|Renew it|Try again)$/ })
const BEGUN = {
  state: 'unverified',
  waits_for: null,
  verified_until: null,
  reason: null,
  can_begin: true,
  begin_from: null,
} as const satisfies Partial<IdentityCheck>

/** Has the server say this of the member. */
const answers = async (change: Partial<IdentityCheck>) => {
  page.network.on(
    'GET',
    CHECK,
    changed(IdentityCheck, (check) => ({ ...check, ...BEGUN, ...change })),
  )
  await refetch(CHECK)
}

test('a demo member is verified, sees until when, and what is kept of them', async () => {
  await shows(/It holds until .+\. You will be told before it lapses\./)
  expect(begin()).toBeNull()
  const about = page.screen.getByRole('region', { name: 'What this is about' })
  expect(about.textContent).toContain('No photo, no name and no birthday.')
  const changes = page.screen.getByRole('region', { name: 'What it changes' })
  expect(changes.textContent).toContain('up to $25,000.00')
})

test.each<readonly [what: string, change: Partial<IdentityCheck>, says: string, button: string | null]>([
  ['nobody asked yet', {}, 'It takes about five minutes.', 'Verify my identity'],
  [
    'not finished, at Stripe',
    { state: 'pending', waits_for: 'member', provider: 'stripe' },
    'You began a check and can go on with it.',
    'Go on',
  ],
  [
    'being looked at',
    { state: 'pending', waits_for: 'provider', can_begin: false },
    'You may leave this page: you will be told.',
    null,
  ],
  ['rejected', { state: 'rejected', reason: 'document_expired' }, 'The document has expired.', 'Try again'],
  ['too young', { state: 'rejected', reason: 'under_age' }, 'You have to be 18 or older', 'Try again'],
  [
    'rejected too often',
    { state: 'rejected', reason: 'other', can_begin: false, begin_from: '2026-12-18T12:00:00.000Z' },
    'You can begin another on Dec 18, 2026.',
    null,
  ],
  [
    'lapsed',
    { state: 'lapsed', verified_until: '2026-01-05T12:00:00.000Z' },
    'You were verified until Jan 5, 2026.',
    'Renew it',
  ],
  [
    'a renewal that failed',
    { state: 'verified', verified_until: '2026-12-05T12:00:00.000Z', reason: 'selfie_mismatch' },
    'Your renewal could not be verified',
    'Renew it',
  ],
  ['nobody to look', { provider: null, can_begin: false }, 'Identities cannot be verified here yet.', null],
])('says what to do: %s', async (_what, change, says, label) => {
  await answers(change)
  await shows(says)
  expect(begin()?.textContent ?? null).toBe(label)
})

test.each([
  ['https://verify.stripe.com/start/1', true],
  ['http://verify.stripe.example/start/1', false],
])('goes to the provider’s own page over https alone: %s', async (url, goes) => {
  const left: string[] = []
  const before = Object.getOwnPropertyDescriptor(globalThis.location, 'assign')
  Object.defineProperty(globalThis.location, 'assign', {
    value: (to: string) => void left.push(to),
    configurable: true,
  })
  try {
    await answers({ provider: 'stripe' })
    await shows('You go on at Stripe')
    const begun = { ...BEGUN, provider: 'stripe', unverified_cents: 1_000_000, test_persons: [], url }
    page.network.on('POST', CHECK, async () => Response.json(begun), 1)
    await page.user.click(begin() ?? standing())
    await waitFor(() => expect(page.network.sent('POST', CHECK)).not.toHaveLength(0))
    await waitFor(() => expect(begin()?.getAttribute('aria-busy')).not.toBe('true'))
    await waitFor(() => expect(left).toEqual(goes ? [url] : []))
  } finally {
    if (before) Object.defineProperty(globalThis.location, 'assign', before)
    else Reflect.deleteProperty(globalThis.location, 'assign')
  }
})

test('says why a check cannot be begun', async () => {
  await answers({})
  await shows('It takes about five minutes.')
  page.network.on(
    'POST',
    CHECK,
    refused(503, {
      error: 'The service that checks documents cannot be reached right now. Trying again is safe.',
      code: 'identity_check_unavailable',
    }),
    1,
  )
  await page.user.click(begin() ?? standing())
  await shows('cannot be reached right now')
})

test('in the sandbox one answers as a test person, and photographs nothing', async () => {
  await answers({ state: 'pending', waits_for: 'member' })
  await shows('Sandbox: nobody looks at a document')
  expect(begin()).toBeNull()
  const form = within(standing())
  await page.user.selectOptions(form.getByLabelText('Answer as (sandbox)'), 'blurred')
  page.network.on(
    'POST',
    ANSWER,
    refused(409, { error: 'No check waits for an answer. Begin one first.', code: 'no_open_check' }),
    1,
  )
  await page.user.click(form.getByRole('button', { name: 'Answer' }))
  await shows('No check waits for an answer.')
  expect(page.network.sent('POST', ANSWER).at(-1)?.body).toEqual({ person: 'blurred' })
})

test('cannot be begun without a connection', async () => {
  await answers({})
  await shows('It takes about five minutes.')
  page.network.cut()
  await waitFor(() => expect(begin()?.hasAttribute('disabled')).toBe(true))
  page.network.mend()
})
