import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fact, Id, kindsOf, type Kind } from '../../../events/facts.ts'
import { FACT_KINDS } from '../../../events/ledger-event.ts'
import { LEVEL, neededSince, shapeAt, since, TooNew, widened } from '../../../events/level.ts'
import { createStreamCommands } from '../../../events/store/stream-commands.ts'
import { defineEvents, defineStream } from '../../../events/stream.ts'
import { createMemoryStore } from '../../support/memory-store.ts'

/** What releases of a level read: what those of the level below do, and what the level added or changed. */
const fixedAt = (level: number): Readonly<Record<string, string>> => {
  if (level === 0) return {}
  const file = path.join(import.meta.dirname, `../../support/facts-of-level-${level}.json`)
  return { ...fixedAt(level - 1), ...JSON.parse(readFileSync(file, 'utf8')) }
}

/** A fingerprint of each kind of fact that releases of a level know. */
const factsOf = (kinds: readonly Kind[], level: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    kinds
      .filter((kind) => kind.level <= level)
      .map(({ type, shape }): [string, string] => {
        const schema = JSON.stringify(z.toJSONSchema(z.strictObject(shapeAt(shape, level))))
        return [type, createHash('sha256').update(schema).digest('hex').slice(0, 16)]
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

const By = z.enum(['card', 'bank'])
const ByMore = z.enum(['card', 'bank', 'cash'])

describe('the facts of a level stay what releases of that level can read', () => {
  it.each(Array.from({ length: LEVEL }, (_, below) => below + 1))(
    'those of level %i; mark what you add with a higher LEVEL: a kind by its level, a field by since, values by widened',
    (level) => {
      expect(factsOf(FACT_KINDS, level)).toEqual(fixedAt(level))
    },
  )

  const shape = { paintId: Id, by: By }
  const before = kindsOf([fact('Painted', ['paintId'], shape)])

  it.each([
    ['a kind', [fact('Painted', ['paintId'], shape), fact('Washed', ['paintId'], shape, 2)]],
    ['a field', [fact('Painted', ['paintId'], { ...shape, coat: since(2, z.optional(Id)) })]],
    ['a value', [fact('Painted', ['paintId'], { ...shape, by: widened(2, By, ByMore) })]],
  ])('%s that is marked changes nothing below its level', (_, schemas) => {
    const now = kindsOf(schemas)
    expect(factsOf(now, 1)).toEqual(factsOf(before, 1))
    expect(factsOf(now, 2)).not.toEqual(factsOf(before, 2))
  })
})

describe('a log below the level of this release', () => {
  const Paint = z.discriminatedUnion('type', [
    fact(
      'Painted',
      ['paintId'],
      {
        paintId: Id,
        by: widened(1, By, ByMore),
        coat: z.optional(z.string()),
        shine: since(1, z.string().optional()),
        seal: neededSince(1, z.string().optional()),
      },
      0,
    ),
    fact('Washed', ['paintId'], { paintId: Id }, 1),
  ])
  type Paint = z.infer<typeof Paint>
  const id = '6f1c9a52-3d0e-4b7a-8a53-0d5c1f2e7b90'
  const paint = (level: number) => {
    const store = { ...createMemoryStore(), level: () => level }
    const stream = defineStream(defineEvents({ prefix: 'paint-', schema: Paint, version: 1 }), {
      initialState: (): readonly Paint[] => [],
      evolve: (state, event) => [...state, event],
    })
    const commands = createStreamCommands({ store, stream, decide: (event: Paint) => [event] })
    const context = { actor: 'a', correlationId: id, causationId: id, at: '2026-11-24T10:00:00.000Z' }
    return async (event: Paint) => {
      await commands.execute(id, event, context)
      const { state } = await commands.load(id)
      const [stored] = await Array.fromAsync(store.readAll())
      return { state, stored: stored?.data }
    }
  }
  const painted = (by: 'card' | 'cash'): Paint => ({
    type: 'Painted',
    data: { paintId: id, by, coat: 'two', shine: 'high' },
  })

  it('does not get a newer field, in memory neither, and no newer kind, value or needed field at all', async () => {
    const data = { paintId: id, by: 'card', coat: 'two' }
    expect(await paint(0)(painted('card'))).toEqual({ state: [{ type: 'Painted', data }], stored: data })
    await expect(paint(0)(painted('cash'))).rejects.toThrow(TooNew)
    const sealed: Paint = { type: 'Painted', data: { paintId: id, by: 'card', seal: 'red' } }
    await expect(paint(0)(sealed)).rejects.toThrow(TooNew)
    expect(await paint(1)(sealed)).toMatchObject({ stored: sealed.data })
    await expect(paint(0)({ type: 'Washed', data: { paintId: id } })).rejects.toThrow(TooNew)
  })

  it('gets everything once it was raised', async () => {
    expect(await paint(1)(painted('cash'))).toMatchObject({ stored: painted('cash').data })
  })
})
