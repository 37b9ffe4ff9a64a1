import { caseOperations } from '../../api/contract/cases.ts'
import {
  browserOf,
  dialog,
  expect,
  noDialog,
  opens,
  page,
  press,
  test,
  waitFor,
  within,
} from './support/page.tsx'

opens('/help', 'barbara', {
  prepare: async () => {
    const browser = await browserOf('barbara')
    const report = { identifier: '@radia', reason: 'harassment', details: 'She sends me poems.' }
    expect((await browser.post('/api/cases', report)).status).toBe(201)
  },
})

const reported = async () => within(await page.screen.findByRole('list', { name: 'What you reported' }))

test('shows what was reported, whom it is about and until when there is an answer', async () => {
  const list = await reported()
  expect(list.getByText(/^Radia Perlman \(@radia\) · They harass or threaten$/)).toBeTruthy()
  expect(list.getByText('She sends me poems.')).toBeTruthy()
  expect(list.getByText(/^You have an answer by .* at the latest$/)).toBeTruthy()
})

test('adds to a case; a server that failed says so, and nothing is lost', async () => {
  page.network.on('POST', /\/entries$/, async () =>
    Response.json({ error: 'Not just now.', code: 'unavailable' }, { status: 503 }),
  )
  await page.user.click((await reported()).getByRole('button', { name: /^Add to case/ }))
  await waitFor(() => expect(dialog().getByLabelText('Your message')).toBeTruthy())
  await page.user.type(dialog().getByLabelText('Your message'), 'Every day.')
  await press('Send')
  await waitFor(() => expect(dialog().getByRole('alert').textContent).toContain('Not just now.'))
  page.network.reset()
  await press('Send')
  await noDialog()
  expect(await (await reported()).findByText('Every day.')).toBeTruthy()
  const answer = await page.network.browser.fetch('/api/cases')
  const { cases } = caseOperations.listCases.response.parse(await answer.json())
  expect(cases[0]?.entries.map(({ text }) => text)).toEqual(['She sends me poems.', 'Every day.'])
})

test('says members’ rights, and whom to call and write to once the operator has said all of it', async () => {
  const card = async () => within(await page.screen.findByRole('region', { name: 'Errors, and your rights' }))
  expect(await (await card()).findByText(/has not said yet where to call/)).toBeTruthy()
  expect((await card()).getByText(/switch auto-pay off before it is made/)).toBeTruthy()
  page.network.on('GET', /\/api\/operator$/, async () =>
    Response.json({
      contact: null,
      name: 'Example, Inc.',
      address: '1 Main St, Dover',
      phone: '202 555 0123',
    }),
  )
  page.reload()
  expect(
    await (await card()).findByText('Call 202 555 0123, or write to Example, Inc., 1 Main St, Dover.'),
  ).toBeTruthy()
})
