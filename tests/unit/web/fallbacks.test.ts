import { describe, expect, it } from 'vitest'
import { fillGaps } from '../../../web/app/fallbacks.ts'
import { NEWER } from '../../../web/app/newer.ts'

const owners = Object.entries(NEWER)
const own = owners.map(([name, owner]) => Object.getOwnPropertyDescriptor(owner, name))

/** Runs `check` with the browser's own functions, and with ours in their place. */
const inBoth = async (check: () => unknown): Promise<void> => {
  await check()
  for (const [name, owner] of owners) Reflect.deleteProperty(owner, name)
  fillGaps()
  try {
    await check()
  } finally {
    for (const [at, [name, owner]] of owners.entries()) Object.defineProperty(owner, name, own[at] ?? {})
  }
}

describe('in place of what an older browser lacks', () => {
  it('a signal follows the first of several, with its reason', () =>
    inBoth(() => {
      const [one, other] = [new AbortController(), new AbortController()]
      const any = AbortSignal.any([one.signal, other.signal])
      let heard = 0
      any.addEventListener('abort', () => (heard += 1))
      expect(any.aborted).toBe(false)
      other.abort('left')
      one.abort('late')
      expect([any.aborted, any.reason, heard]).toEqual([true, 'left', 1])
      expect(AbortSignal.any([one.signal, other.signal]).reason).toBe('late')
      expect(AbortSignal.any([]).aborted).toBe(false)
    }))

  it('a promise is settled from outside', () =>
    inBoth(async () => {
      const { promise, resolve } = Promise.withResolvers<number>()
      resolve(1)
      expect(await promise).toBe(1)
      const refused = Promise.withResolvers<never>()
      refused.reject(new Error('no'))
      await expect(refused.promise).rejects.toThrow('no')
    }))

  it('rows are grouped in their order', () =>
    inBoth(() => {
      const groups = Map.groupBy([3, 1, 2, 5], (n, index) => (index === 0 ? 'first' : n % 2))
      expect([...groups]).toEqual([
        ['first', [3]],
        [1, [1, 5]],
        [0, [2]],
      ])
    }))

  it('an address is read, or is none', () =>
    inBoth(() => {
      expect(URL.parse('/wallet', 'https://a.example')?.href).toBe('https://a.example/wallet')
      expect([URL.parse('/wallet'), URL.canParse('/wallet'), URL.canParse('https://a.example')]).toEqual([
        null,
        false,
        true,
      ])
    }))
})
