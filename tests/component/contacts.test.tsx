import {
  button,
  dialog,
  escape,
  expect,
  field,
  focused,
  noDialog,
  opens,
  page,
  press,
  refused,
  says,
  step,
  test,
  unreadable,
  waitFor,
  within,
} from './support/page.tsx'

const FEW = [
  {
    contact_name: 'Zoe Zimmer',
    contact_handle: '@zoe',
    phone_number: '+12065550111',
    contact_type: 'family',
  },
  {
    contact_name: 'ann abel',
    contact_handle: '@AnnA',
    phone_number: '(206) 555-0122',
    contact_type: 'friend',
  },
  { contact_name: 'Bob Baker', phone_number: 'desk 12', contact_type: 'colleague' },
  { contact_name: 'Café GmbH', phone_number: '+4930123456', contact_type: 'business' },
] as const

opens('/tellepathy', 'radia', {
  // The book has exactly these contacts, the last one the newest.
  each: async ({ browser }) => {
    const present: unknown = await (await browser.fetch('/api/contacts')).json()
    const ids = JSON.stringify(present).match(/(?<="id":")[0-9a-f-]{36}/g) ?? []
    if (ids.length > 0) await browser.post('/api/contacts/delete', { contact_ids: ids })
    for (const contact of FEW) expect((await browser.post('/api/contacts', contact)).status).toBe(201)
  },
  ready: () => waitFor(() => expect(names()).toEqual(['Café GmbH', 'Bob Baker', 'ann abel', 'Zoe Zimmer'])),
})

const table = () => document.querySelector('table')
const names = () =>
  [...(table()?.querySelectorAll('tbody th bdi[title]:first-child') ?? [])].map((one) => one.textContent)
const openTab = async (name: string) => {
  await page.user.click(page.screen.getByRole('tab', { name }))
  await waitFor(() =>
    expect(page.screen.getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true'),
  )
}

test('a header sorts: first ascending, then the other way', async () => {
  const header = () => page.screen.getByRole('columnheader', { name: 'Contact' })
  const sortBy = (name: string) => page.user.click(page.screen.getByRole('button', { name }))
  expect(header().getAttribute('aria-sort')).toBe('none')
  await sortBy('Contact')
  await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('ascending'))
  expect(names()).toEqual(['ann abel', 'Bob Baker', 'Café GmbH', 'Zoe Zimmer'])
  await sortBy('Contact')
  await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('descending'))
  expect(names()).toEqual(['Zoe Zimmer', 'Café GmbH', 'Bob Baker', 'ann abel'])
  await sortBy('Status')
  await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('none'))
})

test('search finds names, handles and numbers; the filter has the specified types', async () => {
  const search = page.screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search contacts' })
  for (const [typed, found] of [
    ['ANN', ['ann abel']],
    // Differs from the result before, so that an unchanged list cannot pass.
    ['5550111', ['Zoe Zimmer']],
    ['@anna', ['ann abel']],
    ['DESK', []],
    ['desk', ['Bob Baker']],
  ] as const) {
    await page.fill(search, typed)
    await waitFor(() => expect(names()).toEqual(found))
  }
  await page.fill(search, 'nobody at all')
  await page.screen.findByRole('heading', { name: 'Nobody matches' })
  await page.user.click(page.screen.getByRole('button', { name: 'Show all contacts' }))
  expect(search.value).toBe('')
  const filter = page.screen.getByRole<HTMLSelectElement>('combobox', { name: 'Type' })
  expect([...filter.options].map(({ text }) => text)).toEqual([
    'All Types',
    'Family',
    'Friends',
    'Colleagues',
    'Business',
  ])
  await page.user.selectOptions(filter, 'Colleagues')
  await waitFor(() => expect(names()).toEqual(['Bob Baker']))
  await page.user.selectOptions(filter, 'All Types')
})

test('the form of a contact needs a name, and stays open with what was typed when it fails', async () => {
  const open = page.screen.getByRole('button', { name: 'Add Contact' })
  await page.user.click(open)
  await step('Add Contact')
  expect(button('Add Contact').disabled).toBe(true)
  await page.fill(field('Contact Name *'), '   ')
  expect(button('Add Contact').disabled).toBe(true)
  await page.fill(field('Contact Name *'), 'Somebody')
  page.network.on('POST', /^\/api\/contacts$/, unreadable)
  await press('Add Contact')
  await waitFor(() => expect(dialog().getByRole('alert').textContent).not.toBe(''))
  expect(field('Contact Name *').value).toBe('Somebody')
  await press('Cancel')
  await noDialog()
  await focused(() => open)
})

test('a contact with a handle leads to Send and Request, and can be asked together with others; without one it cannot', async () => {
  const more = (name: string) => page.screen.getByRole('button', { name: `More for ${name}` })
  await page.user.click(more('Bob Baker'))
  const items = () =>
    page.screen.getAllByRole('menuitem').map((item) => [item.textContent, item.getAttribute('aria-disabled')])
  expect(items().slice(0, 3)).toEqual([
    ['Send Funds', 'true'],
    ['Request Funds', 'true'],
    ['Split', 'true'],
  ])
  await page.user.keyboard('{Escape}')
  await page.user.click(more('Zoe Zimmer'))
  await page.user.click(page.screen.getByRole('menuitem', { name: 'Split' }))
  await step('Split a bill')
  await waitFor(() =>
    expect(dialog().getByRole<HTMLInputElement>('checkbox', { name: /^Zoe/ }).checked).toBe(true),
  )
  await press('Cancel')
  await noDialog()
  await page.user.click(page.screen.getByRole('button', { name: 'View Zoe Zimmer' }))
  const links = await dialog().findAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/wallet?send=%40zoe',
    '/wallet?request=%40zoe',
  ])
  await press('Done')
  await noDialog()
})

test('several are asked by typing alone: Enter adds who fits first, and with nothing typed leads to the amount', async () => {
  await page.user.click(page.screen.getByRole('button', { name: 'More for Zoe Zimmer' }))
  await page.user.click(page.screen.getByRole('menuitem', { name: 'Split' }))
  await step('Split a bill')
  const search = field('Search contacts')
  const chosen = () =>
    within(dialog().getByRole('list', { name: 'Chosen' }))
      .getAllByRole('button')
      .map((one) => one.textContent)
  await page.user.click(search)
  await page.user.keyboard('ann')
  await says('Enter adds ann abel (@AnnA).')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(search.value).toBe(''))
  await page.user.keyboard('nobody{Enter}')
  await says('Nobody with a handle matches.')
  expect(search.value).toBe('nobody')
  await page.user.clear(search)
  await page.user.keyboard('@grace{Enter}@Zoe{Enter}')
  expect(chosen()).toEqual(['Remove Zoe Zimmer (@zoe)', 'Remove ann abel (@AnnA)', 'Remove @grace'])
  await page.user.click(dialog().getByRole('button', { name: 'Remove ann abel (@AnnA)' }))
  await focused(() => search)
  await page.user.keyboard('{Enter}')
  await focused(() => field('Amount for each'))
  expect(page.network.sent('POST', /request-transfer/)).toHaveLength(0)
  await page.user.keyboard('20')
  await press('Ask 2 people')
  await says('Zoe Zimmer')
  await says('Grace Hopper (@grace)')
  await press('Done')
  await noDialog()
})

test('a circle is edited, filled, and deleted after the specified question; a toggle that fails changes nothing', async () => {
  await openTab('Circle Administration')
  const [open] = await page.screen.findAllByRole('button', { name: 'Create Circle' })
  if (open) await page.user.click(open)
  await step('Create Circle')
  await page.fill(field('Name *'), 'Old')
  await press('Create Circle')
  await noDialog()
  await page.user.click(await page.screen.findByRole('button', { name: 'Edit Old' }))
  await page.fill(await dialog().findByLabelText('Name *'), '')
  expect(button('Save Changes').disabled).toBe(true)
  await page.fill(field('Name *'), 'New')
  await press('Save Changes')
  await noDialog()

  await page.user.click(await page.screen.findByRole('button', { name: 'Manage members of New' }))
  const ann = () => dialog().getByRole<HTMLInputElement>('checkbox', { name: /^ann abel/ })
  await waitFor(ann)
  page.network.on('POST', /\/members$/, refused(422, { error: 'A circle is full.', code: 'circle_full' }), 1)
  await page.user.click(ann())
  await says('A circle is full.')
  expect(ann().checked).toBe(false)
  await page.user.click(ann())
  await waitFor(() => expect(ann().checked).toBe(true))
  await press('Done')
  await noDialog()

  await page.user.click(await page.screen.findByRole('button', { name: 'Ask New for money' }))
  await step('Split a bill')
  await waitFor(() => expect(ann().checked).toBe(true))
  await press('Cancel')
  await noDialog()

  const remove = () => page.screen.findByRole('button', { name: 'Delete New' })
  await page.user.click(await remove())
  await says('Are you sure you want to delete this circle? This will remove all contacts from the circle.')
  await press('Cancel')
  await noDialog()
  await page.user.click(await remove())
  await press('Delete')
  await noDialog()
  await waitFor(() => expect(page.screen.queryByRole('button', { name: 'Delete New' })).toBeNull())
  await openTab('Contact Management')
  await waitFor(() => expect(names()).toHaveLength(4))
})

test('the keyboard alone sorts, selects, views and deletes', async () => {
  const { user, screen } = page
  screen.getByRole('combobox', { name: 'Type' }).focus()
  await page.tabTo(() => screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.keyboard(' ')
  const bar = () => screen.getByRole('region', { name: 'Selected contacts' })
  await waitFor(() => expect(bar().textContent).toContain('4 contacts selected'))
  await user.keyboard(' ')
  await page.tabTo(() => screen.getByRole('button', { name: 'Contact' }))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(names()[0]).toBe('ann abel'))
  const view = () => screen.getByRole('button', { name: 'View ann abel' })
  await page.tabTo(view)
  await user.keyboard('{Enter}')
  await step('ann abel')
  await escape()
  await noDialog()
  await focused(view)
  const remove = () => screen.getByRole('button', { name: 'Delete ann abel' })
  await page.tabTo(remove)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(within(document.body).getByRole('dialog')).toBeTruthy())
  await page.tabTo(() => button('Delete'))
  await user.keyboard('{Enter}')
  await noDialog()
  await waitFor(() => expect(names()).not.toContain('ann abel'))
})
