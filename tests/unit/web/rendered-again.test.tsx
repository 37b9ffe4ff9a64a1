// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '../../../web/app/error-boundary.tsx'
import { t } from '../../../web/texts/texts.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** What a browser throws when React does not find a text where it put it. */
const lost = () => new DOMException('The node to be removed is not a child of this node', 'NotFoundError')

test('a page whose texts something else has moved is rendered again', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isMoved = false
  function Page() {
    const [clicks, setClicks] = useState(0)
    useLayoutEffect(() => {
      if (!isMoved) return
      isMoved = false
      throw lost()
    })
    return (
      <button type="button" onClick={() => setClicks(clicks + 1)}>
        {t('{count, plural, one {# device} other {# devices}}', { count: clicks })}
      </button>
    )
  }
  render(
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>,
  )
  const click = () => act(() => screen.getByRole('button').click())
  isMoved = true
  click()
  expect(screen.getByRole('button').textContent).toBe('0 devices')
  click()
  expect(screen.getByRole('button').textContent).toBe('1 device')
})

test('a page that is wrong says so', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Wrong = () => {
    throw new Error('wrong')
  }
  render(
    <ErrorBoundary>
      <Wrong />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert').textContent).toContain('This page could not be shown')
})

test('a page that fails again and again says so in the end', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Lost = () => {
    throw lost()
  }
  render(
    <ErrorBoundary>
      <Lost />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert').textContent).toContain('This page could not be shown')
})
