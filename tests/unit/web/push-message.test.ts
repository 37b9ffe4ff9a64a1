import { expect, it } from 'vitest'
import { shownOf, unreadable } from '../../../web/push-message.ts'

const ORIGIN = 'https://app.example'
const push = (navigate: string, badge = '3') =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: 'Youtility',
      body: 'Money came in.',
      tag: 'notification-7',
      navigate,
      app_badge: badge,
    },
  })

it('shows what the server sends and where it leads', () => {
  expect(shownOf(push(`${ORIGIN}/wallet?x=1`), ORIGIN)).toEqual({
    title: 'Youtility',
    body: 'Money came in.',
    tag: 'notification-7',
    path: '/wallet?x=1',
    badge: 3,
  })
})

it('leads nowhere outside, whatever stands in the push', () => {
  for (const place of ['https://elsewhere.example/wallet', 'javascript:alert(1)'])
    expect(shownOf(push(place), ORIGIN)?.path).toBe('/notifications')
  expect(shownOf(push('//elsewhere.example'), ORIGIN)).toBeNull()
})

it('is null where nothing can be read, and says something then, even where no page has left a text', async () => {
  for (const text of [undefined, '', 'x', '{}', '{"notification":{"title":1}}'])
    expect(shownOf(text, ORIGIN)).toBeNull()
  expect(await unreadable()).toMatchObject({ body: 'There is something new.', path: '/notifications' })
})

it('counts nothing where there is no number', () => {
  expect(shownOf(push(`${ORIGIN}/wallet`, '-4'), ORIGIN)?.badge).toBe(0)
  expect(shownOf(push(`${ORIGIN}/wallet`, 'many'), ORIGIN)?.badge).toBe(0)
})
