import { beforeEach, describe, expect, it } from 'vitest'
import { createMemory, type Memory } from '../../../api/memory.ts'
import { madeAnnouncements } from '../../support/announcements.ts'

interface Row {
  readonly id: string
  readonly version: number
}

let announcements: ReturnType<typeof madeAnnouncements>
let memory: Memory<Row>
let version: number
beforeEach(() => {
  announcements = madeAnnouncements()
  memory = createMemory<Row>({ announcements, channel: 'row_changed', max: 3 })
  version = 1
})

const row = async (id: string): Promise<Row> => ({ id, version })

describe('rows that are remembered while their changes are announced', () => {
  it('are not, before anything can be heard, while it cannot, and after that until they are read again', async () => {
    await memory.read('a', row)
    expect(memory.recall('a')).toBeUndefined()
    announcements.connect()
    await memory.read('a', row)
    expect(memory.recall('a')).toEqual({ id: 'a', version: 1 })
    announcements.beCurrent(false)
    expect(memory.recall('a')).toBeUndefined()
    announcements.beCurrent(true)
    expect(memory.recall('a')).toBeDefined()
    announcements.lose()
    expect(memory.recall('a')).toBeUndefined()
    announcements.connect()
    expect(memory.recall('a')).toBeUndefined()
  })

  it('are forgotten one by one, or all', async () => {
    announcements.connect()
    for (const key of ['a', 'b', 'c']) await memory.read(key, row)
    announcements.say('another_channel', 'a')
    expect(memory.recall('a')).toBeDefined()
    announcements.say('row_changed', 'a')
    memory.forgetWhere(({ id }) => id === 'b')
    expect(['a', 'b', 'c'].map(memory.recall).map((known) => known?.id)).toEqual([undefined, undefined, 'c'])
    announcements.say('row_changed', '')
    expect(memory.recall('c')).toBeUndefined()
  })

  it.each<[string, () => void]>([
    ['announced as changed', () => announcements.say('row_changed', 'a')],
    ['forgotten by whoever changed it', () => memory.forget('a')],
    ['found to be among those to forget', () => memory.forgetWhere(() => true)],
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
    const reading = memory.read('a', () => promise)
    change()
    resolve({ id: 'a', version: 1 })
    expect(await reading).toEqual({ id: 'a', version: 1 })
    expect(memory.recall('a')).toBeUndefined()
    version = 2
    await memory.read('a', row)
    expect(memory.recall('a')).toEqual({ id: 'a', version: 2 })
  })

  it('are bounded, and what does not exist is none of them', async () => {
    announcements.connect()
    for (const key of ['a', 'b', 'c', 'd']) await memory.read(key, row)
    expect(memory.recall('a')).toBeUndefined()
    expect(memory.recall('d')).toBeDefined()
    expect(await memory.read('e', async () => undefined)).toBeUndefined()
    expect(memory.recall('b')).toBeDefined()
  })
})
