// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSeen } from '../../../../web/flow/use-seen.ts'

/** Clicks further apart are two decisions, and a longer wait would disturb members who have read the review. */
const DOUBLE_CLICK_MS = 400

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

it('lets a review be agreed to only after a double click is over, and each review anew', () => {
  const { result, rerender } = renderHook(useSeen, { initialProps: true })
  pass(DOUBLE_CLICK_MS - 1)
  expect(result.current).toBe(false)
  pass(1)
  expect(result.current).toBe(true)
  rerender(false)
  expect(result.current).toBe(false)
  rerender(true)
  pass(DOUBLE_CLICK_MS - 1)
  expect(result.current).toBe(false)
  pass(1)
  expect(result.current).toBe(true)
})
