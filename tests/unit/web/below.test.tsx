// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BelowFirstScreen } from '../../../web/parts/below-first-screen.tsx'

const onScreen = (isPhone: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isPhone }))

/** Runs idle callbacks only when the test calls `next`. */
const idling = () => {
  const asked: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => asked.push(work))
  return { next: () => act(() => asked.shift()?.()), left: () => asked.length }
}

const twoParts = (
  <>
    <BelowFirstScreen height_rem={10}>
      <p>first</p>
    </BelowFirstScreen>
    <BelowFirstScreen height_rem={10}>
      <p>second</p>
    </BelowFirstScreen>
  </>
)
const shown = () => document.body.textContent
const places = () => document.querySelectorAll('[aria-busy=true]').length

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('what stands below the first screen', () => {
  it('comes part by part on a phone, each in idle time of its own and in a place kept for it', () => {
    onScreen(true)
    const idle = idling()
    render(twoParts)
    expect([shown(), places()]).toEqual(['', 2])
    idle.next()
    expect([shown(), places()]).toEqual(['first', 1])
    idle.next()
    expect([shown(), places()]).toEqual(['firstsecond', 0])
    idle.next()
    expect(idle.left()).toBe(0)
  })

  it('does not come any more when the page was left', () => {
    onScreen(true)
    const idle = idling()
    const page = render(twoParts)
    page.unmount()
    idle.next()
    expect(idle.left()).toBe(0)
    render(twoParts)
    idle.next()
    expect(shown()).toBe('first')
    idle.next()
    idle.next()
  })

  it('is there at once on a screen that shows more', () => {
    onScreen(false)
    const idle = idling()
    render(twoParts)
    expect(shown()).toBe('firstsecond')
    expect(idle.left()).toBe(0)
  })
})
