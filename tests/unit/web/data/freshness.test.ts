import { describe, expect, it } from 'vitest'
import { freshness } from '../../../../web/data/freshness.ts'

const untouched = { running: false, error: null, refreshedAt: null, loaded: null }
const error = new Error('No')
const nothing = { has: false, read: true }
const something = { has: true, read: true }

describe('with nothing to show', () => {
  it('a state without an error is never an error', () => {
    for (const running of [true, false])
      for (const refreshedAt of [null, Date.now()])
        expect(freshness(nothing, { ...untouched, running, refreshedAt }, true)).toBe('refreshing')
  })

  it('says that there is nothing once asking has failed, until it is asked again', () => {
    expect(freshness(nothing, { ...untouched, error }, true)).toBe('never')
    expect(freshness(nothing, { ...untouched, error, running: true }, true)).toBe('refreshing')
    // The cache has not been read yet and may have a value.
    expect(freshness({ has: false, read: false }, { ...untouched, error }, false)).toBe('refreshing')
  })
})

describe('with something to show', () => {
  it('is live for 15 seconds after the server confirmed it, for three minutes while it pushes news', () => {
    expect(freshness(something, { ...untouched, refreshedAt: Date.now() }, true)).toBe('live')
    expect(freshness(something, { ...untouched, refreshedAt: Date.now() - 14_000 }, true)).toBe('live')
    expect(freshness(something, { ...untouched, refreshedAt: Date.now() - 15_001 }, true)).toBe('cached')
    expect(freshness(something, { ...untouched, refreshedAt: Date.now() - 60_000 }, true, true)).toBe('live')
    expect(freshness(something, { ...untouched, refreshedAt: Date.now() }, false)).toBe('cached')
    expect(freshness(something, { ...untouched, refreshedAt: Date.now(), error }, true)).toBe('cached')
    const loaded = { value: 1, asOf: '2026-01-01T00:00:00.000Z', late: true }
    expect(freshness(something, { ...untouched, refreshedAt: Date.now(), loaded }, true)).toBe('cached')
  })

  it('is being refreshed while the server is asked, or is about to be', () => {
    expect(freshness(something, { ...untouched, running: true }, true)).toBe('refreshing')
    expect(freshness(something, untouched, true)).toBe('refreshing')
    expect(freshness(something, untouched, false)).toBe('cached')
  })
})
