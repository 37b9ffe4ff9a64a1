import { contactOperations } from '../../api/contract/contact-operations.ts'
import {
  button,
  changed,
  dialog,
  expect,
  field,
  focused,
  noDialog,
  opens,
  opensEmpty,
  page,
  press,
  refetch,
  requestLost,
  says,
  step,
  test,
  waitFor,
  within,
} from './support/page.tsx'

const PEOPLE = [
  { contact_name: 'Zoe Zimmer', contact_handle: '@zoe', contact_type: 'family' },
  { contact_name: 'Ann', contact_handle: '@AnnA', contact_type: 'friend' },
  { contact_name: 'Bob Baker', contact_type: 'colleague' },
  { contact_name: 'Not Zoe', contact_handle: 'ZOE', contact_type: 'friend' },
] as const
const BOOK = /^\/api\/contacts$/

const inBook = async () => {
  const answer = await page.network.browser.fetch('/api/contacts')
  return contactOperations.listContacts.response.parse(await answer.json()).contacts
}
/** The book has exactly these contacts, the last one the newest. */
const fill = async (contacts: readonly object[]) => {
  const ids = (await inBook()).map(({ id }) => id)
  if (ids.length > 0) await page.network.browser.post('/api/contacts/delete', { contact_ids: ids })
  for (const contact of contacts)
    expect((await page.network.browser.post('/api/contacts', contact)).status).toBe(201)
}
const table = () => document.querySelector('table')
const names = () =>
  [...(table()?.querySelectorAll('tbody th bdi[title]:first-child') ?? [])].map((one) => one.textContent)
const row = (name: string) => {
  const found = [...(table()?.querySelectorAll('tbody tr') ?? [])].find((one) =>
    one.textContent.includes(name),
  )
  if (found === undefined) throw new Error(`${name} has no row`)
  return found
}
const figure = (label: string) =>
  page.screen.getAllByText(label)[0]?.parentElement?.parentElement?.textContent ?? ''

opens('/tellepathy', 'katherine', {
  each: () => fill(PEOPLE),
  ready: () => waitFor(() => expect(names()).toHaveLength(4)),
})

test('contacts that could not be loaded are not said to be in order', async () => {
  await opensEmpty((network) => network.on('GET', BOOK, requestLost))
  await page.screen.findByRole('heading', { name: 'Your contacts could not be loaded' })
  await page.screen.findByRole('heading', { name: 'Live Activity' })
  expect(page.screen.queryByText('All in order')).toBeNull()
  page.network.reset()
  await refetch(BOOK)
  await waitFor(() => expect(names()).toHaveLength(4))
  await page.screen.findByRole('heading', { name: 'AI Insights' })
})

test('a state is a word with its colour', async () => {
  page.network.on(
    'GET',
    BOOK,
    changed(contactOperations.listContacts.response, ({ contacts }) => ({
      contacts: contacts.map((contact) => {
        if (contact.contact_name === 'Bob Baker') return { ...contact, status: 'away' as const }
        if (contact.contact_name !== 'Not Zoe') return contact
        const last_activity = new Date(Date.now() - 125_000).toISOString()
        return { ...contact, status: 'online' as const, last_activity, messages: 1, data_usage: '1.5 GB' }
      }),
    })),
  )
  await refetch(BOOK)
  await waitFor(() => expect(row('Not Zoe').textContent).toContain('Online'))
  for (const [name, word, tone] of [
    ['Not Zoe', 'Online', 'credit'],
    ['Bob Baker', 'Away', 'warning'],
    ['Ann', 'Offline', 'muted'],
  ] as const) {
    // A phone's row has the word in its second line, too.
    const states = [...row(name).querySelectorAll('span')].filter((one) => one.textContent === word)
    expect(states.map(({ className }) => className).join(' ')).toContain(`text-${tone}`)
  }
  for (const words of ['2 min ago', '1 message, 0 calls', '1.5 GB'])
    expect(row('Not Zoe').textContent).toContain(words)
  expect(figure('Active Sessions')).toContain('1')
  const sort = page.screen.getByRole('button', { name: 'Status' })
  await page.user.click(sort)
  await waitFor(() => expect(names()[0]).toBe('Not Zoe'))
  await page.user.click(sort)
  await waitFor(() => expect(names().at(-1)).toBe('Not Zoe'))
})

test('insights lead to the contacts they are about', async () => {
  await waitFor(() => expect(figure('Security Alerts')).toContain('2'))
  const show = await page.screen.findByRole('button', {
    name: 'Show: 2 contacts under different names share a handle',
  })
  await page.user.click(show)
  await waitFor(() => expect(names().toSorted()).toEqual(['Not Zoe', 'Zoe Zimmer']))
  await page.user.click(page.screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(names()).toHaveLength(4))
})

test('Configure hides columns on this device, also after a reload', async () => {
  const headers = () => [...(table()?.querySelectorAll('thead th') ?? [])].map((one) => one.textContent)
  expect(headers()).toContain('Usage Stats')
  await page.user.click(page.screen.getByRole('button', { name: 'Configure' }))
  await waitFor(dialog)
  await page.user.click(dialog().getByRole('switch', { name: 'Usage Stats' }))
  await press('Done')
  await noDialog()
  expect(headers()).not.toContain('Usage Stats')
  page.reload()
  await waitFor(() => expect(names()).toHaveLength(4))
  expect(headers()).not.toContain('Usage Stats')
  expect(row('Ann').textContent).not.toContain('0 MB')
})

test('the keyboard alone creates a circle and puts somebody into it', async () => {
  const { user, tabTo } = page
  const first = () => page.screen.getByRole('tab', { name: 'Contact Management' })
  first().focus()
  await user.keyboard('{ArrowRight}')
  const [create] = await page.screen.findAllByRole('button', { name: 'Create Circle' })
  await tabTo(() => create ?? document.body)
  await user.keyboard('{Enter}')
  await step('Create Circle')
  await tabTo(() => field('Name *'))
  await user.keyboard('By keyboard')
  await tabTo(() => dialog().getByRole('radio', { name: 'Violet' }))
  await user.keyboard('{ArrowRight}')
  await tabTo(() => button('Create Circle'))
  await user.keyboard('{Enter}')
  await noDialog()
  const answer = await page.network.browser.fetch('/api/contact-circles')
  const { circles } = contactOperations.listCircles.response.parse(await answer.json())
  expect(circles.find(({ name }) => name === 'By keyboard')?.color).toBe('#3b82f6')
  const manage = await page.screen.findByRole('button', { name: 'Manage members of By keyboard' })
  manage.focus()
  await user.keyboard('{Enter}')
  const ann = () => dialog().getByRole('checkbox', { name: /^Ann/ })
  await waitFor(ann)
  await tabTo(ann)
  await user.keyboard(' ')
  await says('By keyboard: 1 contact.')
  await focused(ann)
})

test('pages have ten rows; an empty book says what to do', async () => {
  await fill(
    Array.from({ length: 12 }, (_, index) => ({
      contact_name: `Person ${String(index + 1).padStart(2, '0')}`,
      contact_handle: `@p${index + 1}`,
    })),
  )
  await refetch(BOOK)
  await page.screen.findByText('1–10 of 12')
  expect(names()).toHaveLength(10)
  const turn = (name: string) => page.screen.getByRole<HTMLButtonElement>('button', { name })
  expect(turn('Previous page').disabled).toBe(true)
  await page.user.click(turn('Next page'))
  await page.screen.findByText('Page 2 of 2')
  expect(names()).toEqual(['Person 02', 'Person 01'])
  expect(turn('Next page').disabled).toBe(true)
  await page.fill(page.screen.getByRole('searchbox', { name: 'Search contacts' }), 'person')
  await page.screen.findByText('Page 1 of 2')
  await page.user.clear(page.screen.getByRole('searchbox', { name: 'Search contacts' }))
  await fill([])
  await refetch(BOOK)
  await within(document.body).findByRole('heading', { name: 'No contacts yet' })
})
