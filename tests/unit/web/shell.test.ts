import { describe, expect, test } from 'vitest'
import { operations } from '../../../api/contract/operations.ts'
import { addressKind } from '../../../api/contract/server-paths.ts'
import { isQuiet } from '../../../web/app/install.ts'
import { BAR_LINKS, HEADER_LINKS } from '../../../web/app/navigation.ts'
import { routes } from '../../../web/app/routes.tsx'
import { THEME_COLORS } from '../../../web/app/theme-colors.ts'
import { darkManifestIn, manifestIn } from '../../../web/manifest.ts'

describe('an address', () => {
  test.each([
    '/api',
    '/api/wallet',
    '/oidc/auth',
    '/.well-known/did.json',
    '/metrics',
    '/did/0b9f1c1e/did.json',
    '/contexts/youtility/v1',
    '/credentials/status/1',
  ])('%s is the server’s', (path) => {
    expect(addressKind(path)).toBe('server')
  })

  test.each([
    '/',
    '/apiary',
    '/auth/callback',
    '/metricsx',
    '/did',
    '/did/',
    '/oidcx',
    '/credentials',
    '/pay/grace',
  ])('%s is a page', (path) => {
    expect(addressKind(path)).toBe('page')
  })

  test.each(['/robots.txt', '/icons/icon-192.png', '/manifest.webmanifest', '/assets/y014207cfcb97'])(
    '%s is a file',
    (path) => {
      expect(addressKind(path)).toBe('file')
    },
  )

  test('of an operation is the server’s, and that of a route of the app a page', () => {
    const called = Object.values(operations).map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x1'))
    expect(called.filter((path) => addressKind(path) !== 'server')).toEqual([])
    const shown = routes.map(({ path }) => path.replaceAll(/:\w+/g, 'x1'))
    expect(shown.filter((path) => addressKind(path) !== 'page')).toEqual([])
  })
})

test('only home, the sign-in return, help, limits, shared profiles, payment links and verification are for everybody', () => {
  expect(routes.filter((route) => route.access === 'public').map((route) => route.path)).toEqual([
    '/',
    '/auth/callback',
    '/verify',
    '/help',
    '/limits',
    '/members/:id',
    '/pay/:to',
  ])
})

test('the header leads to all six places in every theme, the bar of a phone to four', () => {
  const bar = ['HOME', 'DASHBOARD', 'WALLET', 'POOLS']
  expect(BAR_LINKS.map(({ label }) => label)).toEqual(bar)
  expect(HEADER_LINKS.map(({ label }) => label)).toEqual([...bar, 'CONTACTS', 'DEVICES'])
})

test('after ‘not now’ the install offer keeps quiet for thirty days', () => {
  const day = 24 * 60 * 60 * 1000
  expect(isQuiet(null, 40 * day)).toBe(false)
  expect(isQuiet(String(10 * day), 39 * day)).toBe(true)
  expect(isQuiet(String(10 * day), 41 * day)).toBe(false)
  expect(isQuiet('garbage', 41 * day)).toBe(false)
})

describe('the manifest', () => {
  const manifest = manifestIn(new Map())
  const places = [
    ...(manifest.shortcuts ?? []).map(({ url }) => url),
    ...(manifest.protocol_handlers ?? []).map(({ url }) => url),
    manifest.share_target?.action ?? '',
    manifest.start_url ?? '',
  ]

  test.each(places)('leads to a page of the app: %s', (place) => {
    expect(routes.map(({ path }) => path)).toContain(new URL(place, 'https://app.example').pathname)
  })

  test('is the same app for those with a dark theme, started on dark', () => {
    const { background_color: ground, theme_color: color, ...dark } = darkManifestIn(new Map())
    expect(manifest).toMatchObject(dark)
    expect([ground, color]).toEqual([THEME_COLORS['dark-violet'], THEME_COLORS['dark-violet']])
    expect([manifest.background_color, manifest.theme_color]).toEqual([
      THEME_COLORS.light,
      THEME_COLORS.light,
    ])
  })

  test('says in every language what it says in English', () => {
    const { shortcuts, description } = manifestIn(new Map([['de', new Map([['Send funds', 'Geld senden']])]]))
    expect(shortcuts?.[0]).toMatchObject({
      name: 'Send funds',
      name_localized: { de: 'Geld senden' },
      short_name_localized: { de: 'Send' },
    })
    expect(description).toMatch(/^Investment pools/)
  })

  test('takes links of our scheme and shared texts, by GET: nothing is posted to the server', () => {
    expect(manifest.protocol_handlers).toEqual([{ protocol: 'web+youtility', url: '/open?link=%s' }])
    expect(manifest.share_target).toEqual({
      action: '/open',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    })
  })
})
