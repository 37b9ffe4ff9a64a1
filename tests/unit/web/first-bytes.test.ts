import { beforeEach, describe, expect, test, vi } from 'vitest'
import { earlySession } from '../../../web/data/early-session.ts'
import { openWith } from './support/theme-script.ts'

const APP = { type: 'module', crossOrigin: 'anonymous', src: '/assets/app.js' }

describe('before the app has come', () => {
  test('what an address needs is asked for, after what the first paint needs', () => {
    const { head, root } = openWith({
      pathname: '/pay/@ada',
      tables: { PAGES: { pay: { access: 'members', files: ['/assets/a.js', '/assets/b.js'] } } },
    })
    expect(head).toEqual(
      ['/assets/a.js', '/assets/b.js'].map((href) => ({ rel: 'modulepreload', fetchPriority: 'low', href })),
    )
    expect(root.get('data-start')).toBe('members')
  })

  test('an address says which beginning of a page it is', () => {
    const tables = { PAGES: { verify: { access: 'public', files: [] } } }
    expect(openWith({ pathname: '/', tables }).root.get('data-start')).toBe('landing')
    expect(openWith({ pathname: '/verify', tables }).root.get('data-start')).toBe('public')
    // Nor is a word that every object of the language knows an address.
    for (const pathname of ['/nowhere', '/constructor'])
      expect(openWith({ pathname, tables }).root.get('data-start')).toBe('public')
  })

  test('it is asked who is signed in, but not before what comes first', () => {
    const known = openWith({ pathname: '/wallet', stored: { 'youtility.member': 'ada' } })
    expect(known.asked).toEqual(['/api/session'])
    expect(known.session()).toMatchObject({ member: 'ada' })
    expect(openWith({ pathname: '/auth/callback' }).asked).toEqual([])
    expect(openWith({ stored: { 'youtility.sign-out-owed': '1' } }).asked).toEqual([])
  })
})

describe('the app runs', () => {
  test('once, when the first paint is done', () => {
    const { head, ready, painted, waited } = openWith({})
    ready()
    expect(head).toEqual([])
    painted()
    waited()
    expect(head).toEqual([APP])
  })

  test('without a word of a paint after a moment', () => {
    const { head, ready, waited } = openWith({})
    ready()
    waited()
    expect(head).toEqual([APP])
  })

  test('at once where nothing is to be painted: in another language, and where nobody looks', () => {
    const german = openWith({ languages: ['de'], tables: { CATALOGUES: { de: ['/assets/de.js', 'ltr'] } } })
    const hidden = openWith({ isHidden: true })
    for (const { head, ready } of [german, hidden]) {
      expect(head).toEqual([])
      ready()
      expect(head).toEqual([APP])
    }
  })
})

describe('the early answer', () => {
  const asked = (member: string | null) => ({ member, left: 1, answer: Promise.resolve(new Response()) })
  beforeEach(() => {
    const kept = new Map([['youtility.member', 'ada']])
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
    return () => vi.unstubAllGlobals()
  })

  test('is taken once', () => {
    const early = asked('ada')
    globalThis.youtilitySession = early
    expect(earlySession()).toBe(early)
    expect(earlySession()).toBeUndefined()
  })

  test('is not taken when another tab has signed in or out since', () => {
    for (const member of [null, 'grace']) {
      globalThis.youtilitySession = asked(member)
      expect(earlySession()).toBeUndefined()
    }
  })
})
