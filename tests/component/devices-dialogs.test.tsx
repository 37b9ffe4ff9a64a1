import { active, card, cardHas, devicesByCall, inCard, orderByCall } from './support/devices.ts'
import {
  alerts,
  button,
  denied,
  descriptionOf,
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
  requestLost,
  says,
  step,
  takeUp,
  test,
  toast,
  waitFor,
} from './support/page.tsx'

/** The sandbox carrier acts by this label: the first attempt fails. */
const FAILS_ONCE = 'Test: fails once'

// Devices take seconds to become active, so all devices of the tests are ordered before the first test.
opens('/devices', 'alan', {
  prepare: async ({ browser }) => {
    for (const label of ['Late', FAILS_ONCE, 'Gone', 'Refused', 'Keys']) await orderByCall(browser, label)
  },
})

const PROFILE = /\/esim\/profiles\/[^/]+$/
const addDevice = () => page.screen.getByRole('button', { name: 'Add eSIM Device' })
const openAdd = async () => {
  await page.user.click(addDevice())
  return step('Add New eSIM Device')
}
/** A field of the dialog by its exact label. */
const exactly = (label: string) =>
  dialog().getByLabelText<HTMLInputElement | HTMLSelectElement>(label, { exact: true })
const setting = (name: string) => dialog().getByRole<HTMLInputElement>('switch', { name })
const choose = async (name: string, item: string) => {
  await page.user.click(inCard(name, /^More options/))
  await page.user.click(await page.screen.findByRole('menuitem', { name: item }))
}
/** Waits until the device's card shows this status. */
const cardSays = (name: string, status: string) =>
  waitFor(() =>
    expect([...card(name).querySelectorAll('span')].map(({ textContent }) => textContent)).toContain(status),
  )

/** Presses Shift+Tab until `target` has the focus, wrapping from the first element of the dialog to its last. */
const backTo = async (target: () => Element) => {
  for (let presses = 0; presses < 4 && document.activeElement !== target(); presses += 1)
    await page.user.tab({ shift: true })
  await focused(target)
}

test('the QR dialog says why there is no code, and tries again', async () => {
  await active('Late')
  page.network.on(
    'GET',
    /\/activation$/,
    refused(503, { error: 'The carrier does not answer.', code: 'carrier_down' }),
    1,
  )
  await page.user.click(inCard('Late', /^View QR Code/))
  await step('Device QR Code')
  await alerts('The carrier does not answer.')
  await press('Try again')
  await dialog().findByRole('img', { name: /^QR code/ })
})

test('deletes after a confirmation only; a refusal keeps the dialog', async () => {
  const device = await active('Gone')
  const opener = () => inCard('Gone', /^Delete /)
  await page.user.click(opener())
  await step('Delete Device')
  await says('Are you sure you want to delete Gone?')
  await press('Cancel')
  await noDialog()
  await focused(opener)
  expect(page.network.sent('DELETE', PROFILE)).toEqual([])
  await page.user.click(opener())
  await step('Delete Device')
  page.network.on('DELETE', PROFILE, refused(422, { error: 'Not now.', code: 'device_not_ready' }), 1)
  await press('Delete Device')
  await alerts('Not now.')
  await press('Delete Device')
  await noDialog()
  await waitFor(() => expect(() => card('Gone')).toThrow(/no card/))
  await focused(() => page.screen.getByRole('heading', { level: 1 }))
  expect((await devicesByCall()).map(({ id }) => id)).not.toContain(device.id)
})

test('the form for a new device has every field with its default, and follows the type', async () => {
  await openAdd()
  await says('Network activation takes 2-5 minutes.')
  for (const [name, value] of [
    ['Device Label', 'My Device'],
    ['Device Type', 'smartphone'],
    ['Model', 'Generic Device'],
    ['Manufacturer', 'Unknown'],
    ['OS Version', 'Unknown'],
    ['Plan', 'standard'],
    ['Device Nickname', ''],
    ['Primary Use', 'personal'],
    ['Preferred Network', 'auto'],
  ] as const)
    expect([name, exactly(name).value]).toEqual([name, value])
  for (const [name, on] of [
    ['Roaming', false],
    ['International Data Roaming', false],
    ['International Calling', false],
    ['Mobile Hotspot', true],
    ['Data Limit Alerts', true],
    ['Usage Notifications', true],
  ] as const)
    expect([name, setting(name).checked]).toEqual([name, on])
  expect(descriptionOf(setting('Data Limit Alerts'))).toMatch(/80% and 95%/)
  const choices = (name: string) => [...exactly(name).querySelectorAll('option')].map(({ text }) => text)
  expect(choices('Device Type')).toEqual([
    'Smartphone',
    'Tablet',
    'Smartwatch',
    'Laptop',
    'IoT Device',
    'Router/Hotspot',
    'Other',
  ])
  expect(choices('Primary Use')).toEqual(['Personal', 'Business', 'Travel', 'IoT', 'Emergency'])
  expect(choices('Preferred Network')).toEqual(['Automatic', 'Verizon', 'AT&T', 'T-Mobile'])
  expect(choices('Plan')).toEqual([
    'Data Only 5GB — $20.00/month',
    'Basic Voice & SMS — $15.00/month',
    'Standard — $35.00/month',
    'Unlimited — $65.00/month',
  ])
  await page.user.click(setting('International Data Roaming'))
  for (const [type, plan, hotspot, roaming] of [
    ['tablet', 'data_only_5gb', false, true],
    ['router', 'unlimited', true, true],
    ['iot_device', 'data_only_5gb', false, true],
    ['laptop', 'standard', true, true],
    ['smartwatch', 'basic_voice_sms', false, false],
    ['other', 'standard', true, false],
    ['smartphone', 'standard', true, false],
  ] as const) {
    await page.user.selectOptions(exactly('Device Type'), type)
    await waitFor(() =>
      expect([
        type,
        exactly('Plan').value,
        setting('Mobile Hotspot').checked,
        setting('International Data Roaming').checked,
      ]).toEqual([type, plan, hotspot, roaming]),
    )
  }
  await page.fill(exactly('Device Label'), '  ')
  expect(button('Add Device').disabled).toBe(true)
  await escape()
  await noDialog()
  await focused(addDevice)
})

test('an order that never arrived can be sent again, under the same key, and makes one device', async () => {
  const ORDER = /\/esim\/provision$/
  page.network.on('POST', ORDER, requestLost, 1)
  await openAdd()
  await page.fill(exactly('Device Label'), 'Once')
  await press('Add Device')
  await alerts('The answer did not arrive')
  expect(exactly('Device Label').disabled).toBe(true)
  await denied()
  await press('Try again')
  await noDialog()
  const keys = page.network.sent('POST', ORDER).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect((await devicesByCall()).filter((one) => one.device_label === 'Once')).toHaveLength(1)
})

test('a draft survives a reload, and goes when the dialog is closed', async () => {
  await openAdd()
  await page.fill(exactly('Device Label'), 'Half typed')
  await page.user.selectOptions(exactly('Device Type'), 'router')
  page.reload()
  await takeUp('Continue adding “Half typed”?')
  await step('Add New eSIM Device')
  expect(exactly('Device Label').value).toBe('Half typed')
  expect(exactly('Device Type').value).toBe('router')
  await press('Cancel')
  page.reload()
  await page.screen.findAllByRole('article')
  expect(page.screen.queryByRole('dialog')).toBeNull()
})

test('an activation that failed says why and can be tried again', async () => {
  const label = FAILS_ONCE
  await waitFor(() => card(label))
  await cardSays(label, 'Failed')
  await cardHas(label, /The activation failed/)
  expect(() => inCard(label, /^Change Plan/)).toThrow(/Unable to find/)
  await choose(label, 'Retry activation')
  await toast(`${label} was ordered again.`)
  await cardSays(label, 'Active')
})

test('a refusal of the carrier’s is said on the page', async () => {
  await active('Refused')
  page.network.on('POST', /\/suspend$/, refused(422, { error: 'Not now.', code: 'device_not_ready' }))
  await choose('Refused', 'Suspend')
  await step('Suspend Device')
  await press('Suspend')
  await alerts('Not now.')
  await press('Cancel')
  page.network.reset()
  await choose('Refused', 'Suspend')
  await step('Suspend Device')
  await press('Suspend')
  await noDialog()
  await cardSays('Refused', 'Suspended')
  page.network.on(
    'POST',
    /\/resume$/,
    refused(422, { error: 'The carrier refused.', code: 'device_not_ready' }),
  )
  await choose('Refused', 'Resume')
  await toast('Refused was not changed')
  await toast('The carrier refused.')
})

test('everything is done by keyboard alone', async () => {
  await active('Keys')
  const { user, tabTo } = page
  inCard('Keys', /^View QR Code/).focus()
  await user.keyboard('{Enter}')
  await dialog().findByRole('img', { name: /^QR code/ })
  await tabTo(() => button('Copy code'))
  await tabTo(() => dialog().getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
  await user.keyboard('{Enter}')
  await noDialog()

  await focused(() => inCard('Keys', /^View QR Code/))
  await tabTo(() => inCard('Keys', /^Change Plan/))
  await user.keyboard('{Enter}')
  await step('Change Service Plan')
  await tabTo(() => button(/^Basic/))
  await user.keyboard('{Enter}')
  await step('Confirm Plan Change')
  await tabTo(() => button('Change Plan'))
  await user.keyboard('{Enter}')
  await noDialog()
  await cardHas('Keys', /Basic Voice & SMS/)
  await focused(() => inCard('Keys', /^Change Plan/))

  await tabTo(() => inCard('Keys', /^Edit /))
  await user.keyboard('{Enter}')
  await step('Edit Device')
  await tabTo(() => field('Device Label'))
  await user.clear(field('Device Label'))
  await user.keyboard('Typed')
  await backTo(() => button('Update Device'))
  await user.keyboard('{Enter}')
  await noDialog()
  await waitFor(() => card('Typed'))
  await focused(() => inCard('Typed', /^Edit /))

  inCard('Typed', /^More options/).focus()
  await user.keyboard('{Enter}')
  await focused(() => page.screen.getByRole('menuitem', { name: 'Suspend' }))
  await user.keyboard('{Enter}')
  await step('Suspend Device')
  await tabTo(() => button('Cancel'))
  await user.keyboard('{Enter}')
  await noDialog()
  await focused(() => inCard('Typed', /^More options/))

  inCard('Typed', /^Delete /).focus()
  await user.keyboard('{Enter}')
  await step('Delete Device')
  await tabTo(() => button('Delete Device'))
  await user.keyboard('{Enter}')
  await noDialog()
  await waitFor(() => expect(() => card('Typed')).toThrow(/no card/))

  addDevice().focus()
  await user.keyboard('{Enter}')
  await step('Add New eSIM Device')
  await tabTo(() => field('Device Label'))
  await user.clear(field('Device Label'))
  await user.keyboard('Added')
  await backTo(() => button('Add Device'))
  await user.keyboard('{Enter}')
  await noDialog()
  await waitFor(() => card('Added'))
  await focused(addDevice)
})
