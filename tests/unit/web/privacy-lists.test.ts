import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from '../../../api/contract/operations.ts'
import { routes } from '../../../web/app/routes.tsx'
import { mayBeBlocked } from '../../support/privacy-lists.ts'

/** Called by a monitoring system, by no page. */
const OPERATORS = ['/metrics']

describe('an address that a privacy list may block', () => {
  test.each([
    '/assets/analytics-tab-BRD5uo54.js',
    '/assets/tracking-a1b2.js',
    '/assets/ga.js',
    '/api/metrics',
    '/api/analytics',
    '/api/track?guid=1',
    '/api/ping?x=1',
    '/js/fingerprint.js',
    '/img/banner.png',
    '/share-buttons.js',
    '/pageview',
    '/googleanalytics.js',
  ])('is known: %s', (address) => {
    expect(mayBeBlocked(address)).toBe(true)
  })

  test.each(['/assets/yad0beacon.js', '/assets/y014207cfcb97.js', '/api/wallet/statements', '/address'])(
    'is not %s',
    (address) => {
      expect(mayBeBlocked(address)).toBe(false)
    },
  )

  test('is none of the calls that pages make', () => {
    const paths = Object.values(operations).map((operation) => operation.path)
    expect(paths.filter((each) => !OPERATORS.includes(each) && mayBeBlocked(each))).toEqual([])
  })

  test('is none of the pages', () => {
    expect(routes.map((route) => route.path).filter(mayBeBlocked)).toEqual([])
  })

  test('is none of the files with fixed names', () => {
    const folder = path.join(import.meta.dirname, '../../../web/public')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    const names = files.filter((file) => file.isFile()).map((file) => `/${file.name}`)
    expect(names).toContain('/theme.js')
    expect(names.filter(mayBeBlocked)).toEqual([])
  })
})
