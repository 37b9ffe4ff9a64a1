import { describe, expect, it } from 'vitest'
import { createBankFollower } from '../../../api/wallet/following-bank.ts'

/** A bank with pages of two pieces of news; a cursor is the number of pieces before it. */
const started = (news: string[], fails: (item: string) => boolean) => {
  let cursor: string | null = null
  const taken: string[] = []
  const logged: unknown[] = []
  const start = () =>
    createBankFollower<string>({
      name: 'of a test',
      cursor: { read: async () => cursor, write: async (next) => void (cursor = next) },
      read: async (from) => {
        const at = Number(from ?? 0)
        const items = news.slice(at, at + 2)
        return { items, cursor: items.length === 0 ? from : `${at + items.length}` }
      },
      take: async (item) => {
        if (fails(item)) throw new Error(`nothing is known of ${item}`)
        taken.push(item)
      },
      log: { error: (line: unknown) => void logged.push(line) },
    })
  return { start, taken, logged, cursor: () => cursor }
}

describe('news of the bank', () => {
  it('that cannot be taken keeps no later news waiting, and is not forgotten', async () => {
    let isKnown = false
    const news = ['one', 'stray', 'three', 'four', 'five']
    const { start, taken, logged, cursor } = started(news, (item) => item === 'stray' && !isKnown)
    const { round, attempts } = start()
    expect(await round()).toBeGreaterThan(0)
    expect(taken).toEqual(['one', 'three', 'four', 'five'])
    expect(logged).toHaveLength(1)
    // A crash would begin again with what was not taken.
    expect(cursor()).toBeNull()
    news.push('six')
    await round()
    expect(taken.at(-1)).toBe('six')
    isKnown = true
    attempts.forget()
    expect(await round()).toBeUndefined()
    expect(taken.at(-1)).toBe('stray')
    expect(cursor()).toBe('6')
    expect(new Set(taken).size).toBe(taken.length)
  })

  it('is begun again after a crash from the first piece that was not taken', async () => {
    const { start, taken, cursor } = started(['one', 'two', 'stray', 'four'], (item) => item === 'stray')
    await start().round()
    expect(cursor()).toBe('2')
    await start().round()
    expect(taken).toEqual(['one', 'two', 'four', 'four'])
  })
})
