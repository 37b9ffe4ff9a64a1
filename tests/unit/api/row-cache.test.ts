import { beforeEach, describe, expect, it } from 'vitest'
import { createRowCache, type RowCache } from '../../../api/database/row-cache.ts'
import { madeAnnouncements } from '../../support/announcements.ts'

interface Row {
  readonly id: string
  readonly version: number
}

let announcements: ReturnType<typeof madeAnnouncements>
let cache: RowCache<Row>
let version: number
beforeEach(() => {
  announcements = madeAnnouncements()
  cache = createRowCache<Row>({ announcements, channel: 'row_changed', max: 3 })
  version = 1
})

const row = async (id: string): Promise<Row> => ({ id, version })

describe('rows that are remembered while their changes are announced', () => {
  it('are not, before anything can be heard, while it cannot, and after that until they are read again', async () => {
    await cache.load('a', row)
    expect(cache.get('a')).toBeUndefined()
    announcements.connect()
    await cache.load('a', row)
    expect(cache.get('a')).toEqual({ id: 'a', version: 1 })
    announcements.beCurrent(false)
    expect(cache.get('a')).toBeUndefined()
    announcements.beCurrent(true)
    expect(cache.get('a')).toBeDefined()
    announcements.lose()
    expect(cache.get('a')).toBeUndefined()
    announcements.connect()
    expect(cache.get('a')).toBeUndefined()
  })

  it('are forgotten one by one, or all', async () => {
    announcements.connect()
    for (const key of ['a', 'b', 'c']) await cache.load(key, row)
    announcements.say('another_channel', 'a')
    expect(cache.get('a')).toBeDefined()
    announcements.say('row_changed', 'a')
    cache.invalidateWhere(({ id }) => id === 'b')
    expect(['a', 'b', 'c'].map(cache.get).map((known) => known?.id)).toEqual([undefined, undefined, 'c'])
    announcements.say('row_changed', '')
    expect(cache.get('c')).toBeUndefined()
  })

  it.each<[string, () => void]>([
    ['announced as changed', () => announcements.say('row_changed', 'a')],
    ['forgotten by whoever changed it', () => cache.invalidate('a')],
    ['found to be among those to forget', () => cache.invalidateWhere(() => true)],
    [
      'perhaps changed while nothing could be heard',
      () => {
        announcements.lose()
        announcements.connect()
      },
    ],
  ])('one that is %s while it is being read is not remembered as it was', async (_what, change) => {
    announcements.connect()
    const { promise, resolve } = Promise.withResolvers<Row>()
    const reading = cache.load('a', () => promise)
    change()
    resolve({ id: 'a', version: 1 })
    expect(await reading).toEqual({ id: 'a', version: 1 })
    expect(cache.get('a')).toBeUndefined()
    version = 2
    await cache.load('a', row)
    expect(cache.get('a')).toEqual({ id: 'a', version: 2 })
  })

  it('are bounded, and what does not exist is none of them', async () => {
    announcements.connect()
    for (const key of ['a', 'b', 'c', 'd']) await cache.load(key, row)
    expect(cache.get('a')).toBeUndefined()
    expect(cache.get('d')).toBeDefined()
    expect(await cache.load('e', async () => undefined)).toBeUndefined()
    expect(cache.get('b')).toBeDefined()
  })
})
