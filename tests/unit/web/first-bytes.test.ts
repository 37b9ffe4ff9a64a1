import { beforeEach, describe, expect, test, vi } from 'vitest'
import { firstPaint } from '../../../web/app/first-paint.ts'
import { earlySession } from '../../../web/data/early-session.ts'
import { openWith } from './support/theme-script.ts'

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

  test('an address below a page’s may be another page', () => {
    const page = (file: string) => ({ access: 'members', files: [file] })
    const tables = { PAGES: { wallet: page('wallet.js'), 'wallet/activity': page('movement.js') } }
    const filesOf = (pathname: string) => openWith({ pathname, tables }).head.map(({ href }) => href)
    expect(filesOf('/wallet')).toEqual(['wallet.js'])
    expect(filesOf('/wallet/else')).toEqual(['wallet.js'])
    expect(filesOf('/wallet/activity/1')).toEqual(['movement.js'])
  })

  test('an address says which beginning of a page it is', () => {
    const tables = { PAGES: { verify: { access: 'public', files: [] } } }
    expect(openWith({ pathname: '/', tables }).root.get('data-start')).toBe('landing')
    expect(openWith({ pathname: '/verify', tables }).root.get('data-start')).toBe('public')
    // A property name that every JavaScript object has is no known address either.
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
  const opened = ({ isHidden = false, lang = 'en' }) => {
    const later = { painted: () => {}, waited: () => {} }
    vi.stubGlobal('document', { hidden: isHidden, documentElement: { lang } })
    vi.stubGlobal('setTimeout', (work: () => void) => (later.waited = work))
    vi.stubGlobal('PerformanceObserver', function PerformanceObserver(seen: () => void) {
      return { observe: () => (later.painted = seen) }
    })
    const runs = { app: false }
    void firstPaint().then(() => (runs.app = true))
    /** Whether the app runs by now. */
    const isRunning = async () => {
      await Promise.resolve()
      return runs.app
    }
    return { later, isRunning }
  }
  beforeEach(() => () => vi.unstubAllGlobals())

  test('when the first paint is done', async () => {
    const { later, isRunning } = opened({})
    expect(await isRunning()).toBe(false)
    later.painted()
    expect(await isRunning()).toBe(true)
  })

  test('without a word of a paint after a moment', async () => {
    const { later, isRunning } = opened({})
    expect(await isRunning()).toBe(false)
    later.waited()
    expect(await isRunning()).toBe(true)
  })

  test('at once where nothing is to be painted: in another language, and where nobody looks', async () => {
    expect(await opened({ lang: 'de' }).isRunning()).toBe(true)
    expect(await opened({ isHidden: true }).isRunning()).toBe(true)
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
