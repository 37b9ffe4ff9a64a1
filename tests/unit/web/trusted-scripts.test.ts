import { expect, test } from 'vitest'
import { isTrustedScript } from '../../../web/parts/trusted-scripts.ts'

test('the app loads code by the address of the service worker and of Stripe alone', () => {
  for (const url of ['/sw.js', 'https://js.stripe.com/v3/']) expect(isTrustedScript(url)).toBe(true)
  for (const url of [
    '/sw.js?x',
    '/theme.js',
    '//js.stripe.com/v3/',
    'https://js.stripe.com.example/v3/',
    'https://js.stripe.com@example.com/',
    'data:text/javascript,1',
    'blob:https://app.example.com/1',
  ])
    expect(isTrustedScript(url)).toBe(false)
})
