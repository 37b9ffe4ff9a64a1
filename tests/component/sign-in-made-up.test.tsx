import { expect, opens, page, test } from './support/page.tsx'

opens('/auth/callback?code=made-up&state=made-up', null, { ready: () => page.screen.findByRole('alert') })

test('a made-up code is asked about once and fails with the server’s sentence', () => {
  const alert = page.screen.getByRole('alert')
  expect(alert.querySelector('h1, h2')?.textContent).toBe('Authentication Failed')
  expect(alert.querySelector('p')?.textContent).not.toBe('')
  expect(page.network.sent('POST', /^\/api\/sessions$/)).toHaveLength(1)
})
