import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EMPTY_PART, type Part } from '../../../api/part.ts'
import { createClosings } from '../../../api/profile/closing.ts'

const composed = globSync('api/*/compose.ts').toSorted()

describe('closing an account', () => {
  it.each(composed)('%s says what it asks of a member who closes the account', (file) => {
    const text = readFileSync(file, 'utf8')
    for (const asked of ['obstacles', 'settle'])
      expect(text, asked).toMatch(
        new RegExp(`\\b${asked}:\\s+(\\{\\s*never:\\s+'[a-z].{10,}',?\\s*\\}|\\(|\\w+\\()`),
      )
  })

  it('asks every area that is composed, and none is silent by default', () => {
    const areas = readFileSync('api/areas.ts', 'utf8')
    const parts = /const parts: readonly Part\[\] = \[(.*?)\n  \]/s.exec(areas)?.[1] ?? ''
    for (const file of composed) {
      const area = file.split('/')[1] ?? ''
      expect(parts.toLowerCase(), area).toMatch(new RegExp(`\\b(compose)?${area}\\b`))
    }
    expect(Object.keys(EMPTY_PART)).not.toEqual(expect.arrayContaining(['obstacles']))
    expect(Object.keys(EMPTY_PART)).not.toEqual(expect.arrayContaining(['settle']))
  })

  const area = (name: string, more: Partial<Part>): Part => ({
    ...EMPTY_PART,
    name,
    register: () => {},
    obstacles: { never: 'None.' },
    settle: { never: 'None.' },
    ...more,
  })
  const names = composed.map((file) => file.split('/')[1] ?? '')
  const closingsOf = (parts: readonly Part[]) =>
    createClosings(
      {
        wallets: { stateOf: async () => ({ status: 'absent' }) },
        head: async () => 1n,
        waitFor: async () => true,
      },
      () => parts,
    )

  it.each(names)('hears %s alone, among all areas', async (objecting) => {
    const settled: string[] = []
    const parts = names.map((name) =>
      area(name, {
        settle: { owed: async () => 5n, settle: async () => void settled.push(name) },
        obstacles: async (_, owed) =>
          name === objecting ? [{ code: `${name}_left`, message: `Owed ${owed}.` }] : [],
      }),
    )
    const owed = 5n * BigInt(names.length)
    expect(await closingsOf(parts).of('ada')).toEqual({
      obstacles: [{ code: `${objecting}_left`, message: `Owed ${owed}.` }],
      owed,
    })
    await expect(closingsOf(parts).settle('ada')).rejects.toMatchObject({ code: `${objecting}_left` })
    expect(settled).toEqual([])
    await closingsOf(parts.filter(({ name }) => name !== objecting)).settle('ada')
    expect(settled).toEqual(names.filter((name) => name !== objecting))
  })
})
