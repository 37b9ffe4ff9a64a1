import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { entry, places } from '../../../web/app/palette/places.ts'
import { found, indexed } from '../../../web/app/palette/rank.ts'
import { routes } from '../../../web/app/routes.tsx'

const ENTRIES = [
  ...places(),
  entry('person', '1', 'Grace Hopper', '/wallet?send=@grace', { detail: '@grace · +1 202 555 0101' }),
  entry('pool', '1', 'Phone bill pool', '/investments?pool=1'),
]
const all = indexed(ENTRIES)
const titles = (query: string): readonly string[] =>
  found(all, query).flatMap(({ entries }) => entries.map(({ title }) => title))

describe('the search finds by the words that people use', () => {
  it.each([
    ['limits', 'Limits'],
    ['passkey', 'Passkeys'],
    ['password', 'Passkeys'],
    ['settings', 'Daily limit'],
    ['insured', 'Is my money insured?'],
    ['vote', 'Governance'],
    ['create pool', 'Create Pool'],
    ['add device', 'Add eSIM Device'],
    ['language', 'Deutsch'],
    ['dark', 'Dark theme'],
    ['sign out', 'Sign out'],
    ['notifications', 'Notifications'],
    ['qr', 'Payment Link'],
    ['block', 'Blocked members'],
    ['close account', 'Your account'],
    ['202', 'Grace Hopper'],
    ['(202) 555-0101', 'Grace Hopper'],
    ['grcae', 'Grace Hopper'],
    ['walet', 'Wallet'],
    ['withdarw', 'Withdraw'],
    ['grace', 'Grace Hopper'],
    ['send', 'Send Funds'],
    ['split', 'Split a bill'],
    ['export', 'Your account'],
    ['kyc', 'Your identity'],
    ['phone bill', 'Phone bill pool'],
    ['log out', 'Sign out'],
    ['pin', 'App lock'],
  ])('%s: %s', (query, title) => expect(titles(query)).toContain(title))

  it('and nothing where nothing is meant', () => {
    for (const query of ['xyzzy', 'qq', '.*(', '999']) expect(titles(query)).toEqual([])
  })
})

describe('what is found', () => {
  const addresses = ENTRIES.filter(({ act }) => act === undefined).map(({ to }) => new URL(to, 'http://app'))

  it('has an address that is a page of the app', () => {
    const pages = new Set(routes.map(({ path }) => path))
    expect(addresses.filter(({ pathname }) => !pages.has(pathname)).map(String)).toEqual([])
  })

  it('has every page without parameters', () => {
    const listed = new Set(addresses.map(({ pathname }) => pathname))
    const left = routes.map(({ path }) => path).filter((path) => !path.includes(':') && !listed.has(path))
    // The landing page is the logo; the others are opened by the identity provider and by other apps.
    expect(left).toEqual(['/', '/auth/callback', '/open'])
  })

  it('names parts that exist', () => {
    const source = globSync('web/pages/**/*.{ts,tsx}')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const missing = addresses
      .map(({ hash }) => hash.slice(1))
      .filter((part) => part !== '' && !source.includes(`id="${part}"`) && !source.includes(`id: '${part}'`))
    expect(missing).toEqual([])
  })
})
