import { beforeEach, expect, it, vi } from 'vitest'

const page = new EventTarget()
let now = 0
let isCausedByPerson: () => boolean
beforeEach(async () => {
  vi.resetModules()
  now = 0
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  ;({ isCausedByPerson } = await import('../../../../web/data/person.ts'))
  return () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

it('takes a person to be there for half a minute after opening the app and after each input', () => {
  expect(isCausedByPerson()).toBe(true)
  now += 30_000
  expect(isCausedByPerson()).toBe(false)
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
    page.dispatchEvent(new Event(type))
    expect(isCausedByPerson(), type).toBe(true)
    now += 30_000
    expect(isCausedByPerson(), type).toBe(false)
  }
})

it('takes nobody to be there because of what pages do by themselves', () => {
  now += 30_000
  for (const type of ['message', 'focus', 'online', 'visibilitychange', 'scroll'])
    page.dispatchEvent(new Event(type))
  expect(isCausedByPerson()).toBe(false)
})
