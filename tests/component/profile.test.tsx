import {
  asksAnew,
  browserOf,
  button,
  descriptionOf,
  dialog,
  escape,
  expect,
  focused,
  noDialog,
  opens,
  page,
  press,
  refetch,
  requestLost,
  says,
  settled,
  step,
  test,
  waitFor,
  within,
} from './support/page.tsx'

opens('/profile', 'ada')

const region = (name: string) => page.screen.getByRole('region', { name })
const about = () => within(region('About you'))
const field = (label: string) =>
  about().getByLabelText<HTMLInputElement | HTMLTextAreaElement>(label, { exact: true })
const save = () => page.screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const edit = async () => {
  await page.user.click(page.screen.getByRole('button', { name: 'Edit' }))
  await focused(() => field('Display Name'))
}
const cancel = () => page.user.click(page.screen.getByRole('button', { name: 'Cancel' }))
const SAVE = /^\/api\/profile$/

test('says what is wrong on its field, and stays in edit', async () => {
  await edit()
  const refuses = async (label: string, typed: string, why: RegExp) => {
    await page.fill(field(label), typed)
    await page.user.click(save())
    await waitFor(() => expect(descriptionOf(field(label))).toMatch(why))
  }
  for (const wrong of ['javascript:alert(1)', 'ftp://files.example', 'engines'])
    await refuses('Website', wrong, /begins with https/)
  await page.fill(field('Website'), '')
  await refuses('Phone', 'call me', /Enter a phone number/)
  expect(page.network.sent('PUT', SAVE)).toEqual([])
  // Valid for the form; only the server knows that no numbering plan has such a number.
  await refuses('Phone', '+1 2345', /Enter a phone number/)
  await waitFor(() => expect(page.network.sent('PUT', SAVE)).toHaveLength(1))
  await focused(() => field('Phone'))
  await page.fill(field('Phone'), '')
  await page.fill(field('Bio'), 'x'.repeat(501))
  expect(region('About you').textContent).toContain('-1 characters remaining')
  await refuses('Bio', 'x'.repeat(501), /at most 500 characters/)
  expect(page.network.sent('PUT', SAVE)).toHaveLength(1)
  await cancel()
})

test('what could not be saved stays in edit, with the reason', async () => {
  await edit()
  page.network.on('PUT', SAVE, requestLost, 1)
  await page.fill(field('Title'), 'Mathematician')
  await page.user.click(save())
  await waitFor(() => expect(about().getByRole('alert').textContent).toMatch(/did not arrive|offline/))
  expect(field('Title').value).toBe('Mathematician')
  await waitFor(() => expect(save().disabled).toBe(false))
  await asksAnew(SAVE, async () => {
    await page.user.click(save())
    await waitFor(() => expect(page.screen.queryByRole('button', { name: 'Save' })).toBeNull())
  })
  await waitFor(() => expect(region('About you').textContent).toContain('Mathematician'))
})

test('offline nothing can be changed, with the reason; what is typed stays', async () => {
  await browserOf('ada')
  await refetch(/\/sessions$/)
  await within(region('Where you are signed in')).findByRole('button', { name: 'Sign out everywhere else' })
  await edit()
  await page.fill(field('Title'), 'Kept while offline')
  page.network.cut()
  await waitFor(() => expect(save().disabled).toBe(true))
  expect(about().getByRole('status').textContent).toContain('You are offline')
  expect(field('Title').value).toBe('Kept while offline')
  for (const name of ['Handle', 'Where you are signed in', 'Daily limit'])
    expect(region(name).textContent, name).toContain('You are offline')
  page.network.mend()
  await waitFor(() => expect(save().disabled).toBe(false))
  await cancel()
})

test('a limit or a handle that cannot be is said at its field, which then has the focus', async () => {
  const set = await page.screen.findByRole('button', { name: 'Set limit' })
  await page.user.click(set)
  await focused(() =>
    page.screen.getByRole('textbox', { name: 'New daily limit', description: /such as 500/ }),
  )
  const limit = page.screen.getByLabelText('New daily limit')
  await page.fill(limit, '0')
  page.screen.getByRole('textbox', { name: 'New daily limit', description: /you can send nothing/ })
  await page.fill(limit, '10')
  page.screen.getByRole('textbox', { name: 'New daily limit', description: '' })
  await page.user.click(page.screen.getByRole('button', { name: 'Change handle' }))
  await step('Change handle')
  await page.fill(dialog().getByLabelText('New handle'), 'a b')
  await press('Change handle')
  await focused(() => dialog().getByRole('textbox', { name: 'New handle', description: /3 to 30/ }))
  await press('Cancel')
  await noDialog()
})

test('agents lead where their work is set; those to come are disabled', () => {
  const agent = (name: string) => {
    const found = within(page.screen.getByRole('list', { name: 'Agents' }))
      .getAllByRole('listitem')
      .find((item) => item.textContent.includes(name))
    if (found === undefined) throw new Error(`there is no agent ${name}`)
    return found
  }
  expect(agent('Bill Optimization').textContent).toContain('Active')
  expect(agent('Investment').textContent).toContain('Ready')
  for (const [name, when] of [
    ['Energy Optimization', 'Coming Q2 2024'],
    ['Data Subscription', 'Coming Q3 2024'],
  ] as const)
    expect(within(agent(name)).getByRole<HTMLButtonElement>('button', { name: when }).disabled).toBe(true)
  expect(within(agent('Bill Optimization')).getByRole('link', { name: /Configure/ })).toBeTruthy()
  const deploy = page.screen.getByRole('link', { name: 'Deploy Investment' })
  expect(deploy.getAttribute('href')).toBe('/investments')
})

test('sharing shows a QR code and an address; without a share sheet it says so', async () => {
  const open = page.screen.getByRole('button', { name: 'Share DID' })
  await page.user.click(open)
  await step('Share DID')
  await dialog().findByRole('img', { name: /QR code/ })
  await says(/\/members\//)
  expect(button('Share').disabled).toBe(true)
  await says('no share sheet')
  const url = dialog().getByText(/\/members\//).textContent
  await press('Copy URL')
  await waitFor(() => expect(button('Copied!')).toBeTruthy())
  expect(await navigator.clipboard.readText()).toBe(url)
  await escape()
  await noDialog()
  await focused(() => open)

  const shared: unknown[] = []
  const share = async (data: ShareData) => void shared.push(data)
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  await page.user.click(open)
  await step('Share DID')
  await press('Share')
  await waitFor(() => expect(shared).toEqual([{ title: expect.stringMatching(/^Connect with ./), url }]))
  Reflect.deleteProperty(navigator, 'share')
})

test('the account is not closed while money is left, with what to do first', async () => {
  const open = page.screen.getByRole('button', { name: 'Close account' })
  await page.user.click(open)
  await step('Close account')
  await says('The account cannot be closed yet')
  expect(dialog().getAllByRole('listitem').length).toBeGreaterThan(0)
  expect(dialog().queryByRole('button', { name: 'Close for good' })).toBeNull()
  await page.user.click(dialog().getByRole('button', { name: 'Keep my account' }))
  await noDialog()
  await focused(() => open)
})

test('an address of nobody says so', async () => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'nobody']) {
    page.goTo(`/members/${id}`)
    await settled()
    await page.screen.findByRole('heading', { name: 'There is no such member' })
  }
})
