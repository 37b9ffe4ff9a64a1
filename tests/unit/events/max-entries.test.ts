import { LRUCache } from 'lru-cache'
import { expect, it } from 'vitest'
import { maxEntries } from '../../../events/max-entries.ts'

it('keeps so many entries, those that were asked for last', () => {
  const gone: string[] = []
  const cache = new LRUCache<string, number>({
    ...maxEntries(2),
    ttl: 60_000,
    dispose: (_value, key, reason) => void gone.push(`${key} ${reason}`),
  })
  cache.set('one', 1)
  cache.set('two', 2)
  cache.get('one')
  cache.set('three', 3)
  expect([...cache.keys()].toSorted()).toEqual(['one', 'three'])
  expect(gone).toEqual(['two evict'])
})
