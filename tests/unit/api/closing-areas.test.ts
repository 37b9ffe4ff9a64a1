import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EMPTY_AREA, type Area } from '../../../api/area.ts'
import { createClosings } from '../../../api/profile/closing.ts'

const composed = globSync('api/*/compose.ts').toSorted()

describe('closing an account', () => {
  it.each(composed)('%s says what it asks of a member who closes the account', (file) => {
    const text = readFileSync(file, 'utf8')
    for (const asked of ['obstacles', 'settle'])
      expect(text, asked).toMatch(
        new RegExp(
          `owedNothing\\('[a-z].{10,}'\\)|\\b${asked}:\\s+(\\{\\s*never:\\s+'[a-z].{10,}',?\\s*\\}|\\(|\\w+\\()`,
        ),
      )
  })

  it('asks every area that is composed, and none is silent by default', () => {
    const source = readFileSync('api/areas.ts', 'utf8')
    const listed = /const areas: readonly Area\[\] = \[(.*?)\n  \]/s.exec(source)?.[1] ?? ''
    const kept = /const composeKept = [^[]*\[\] => \[(.*?)\n\]/s.exec(source)?.[1] ?? ''
    const areas = listed.replace('...kept,', kept)
    for (const file of composed) {
      const area = (file.split('/')[1] ?? '').replaceAll('-', '')
      expect(areas.toLowerCase(), area).toMatch(new RegExp(`\\b(compose)?${area}\\b`))
    }
    expect(Object.keys(EMPTY_AREA)).not.toEqual(expect.arrayContaining(['obstacles']))
    expect(Object.keys(EMPTY_AREA)).not.toEqual(expect.arrayContaining(['settle']))
  })

  const area = (name: string, more: Partial<Area>): Area => ({
    ...EMPTY_AREA,
    name,
    register: () => {},
    obstacles: { never: 'None.' },
    settle: { never: 'None.' },
    ...more,
  })
  const names = composed.map((file) => file.split('/')[1] ?? '')
  const closingsOf = (areas: readonly Area[]) =>
    createClosings(
      {
        wallets: { stateOf: async () => ({ status: 'absent' }) },
        head: async () => 1n,
        waitFor: async () => true,
      },
      () => areas,
    )

  it.each(names)('hears %s alone, among all areas', async (objecting) => {
    const settled: string[] = []
    const areas = names.map((name) =>
      area(name, {
        settle: { owed: async () => 5n, settle: async () => void settled.push(name) },
        obstacles: async (_, owed) =>
          name === objecting ? [{ code: `${name}_left`, message: `Owed ${owed}.` }] : [],
      }),
    )
    const owed = 5n * BigInt(names.length)
    expect(await closingsOf(areas).of('ada')).toEqual({
      obstacles: [{ code: `${objecting}_left`, message: `Owed ${owed}.` }],
      owed,
    })
    await expect(closingsOf(areas).settle('ada')).rejects.toMatchObject({ code: `${objecting}_left` })
    expect(settled).toEqual([])
    await closingsOf(areas.filter(({ name }) => name !== objecting)).settle('ada')
    expect(settled).toEqual(names.filter((name) => name !== objecting))
  })
})
