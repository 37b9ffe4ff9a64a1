import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derivedId } from '../../../events/ids.ts'
import { int8, nullable, oneOf, text, uuid } from '../../../projections/columns.ts'
import { foldTable } from '../../../projections/fold-table.ts'
import { defineTable } from '../../../projections/table.ts'
import { createMemoryTable } from '../../support/memory-table.ts'

const table = defineTable('thing', ['id'], {
  id: uuid,
  state: oneOf(['open', 'ended']),
  word: nullable(text()),
  minor: int8,
})
const id = derivedId('thing')

type Fact =
  | { readonly kind: 'begin' }
  | { readonly kind: 'say' | 'say first'; readonly word: string | null }
  | { readonly kind: 'reset' | 'add'; readonly minor: bigint }
  | { readonly kind: 'end'; readonly ifAny?: true }

const things = foldTable(table, {
  sets: ['state', 'word', 'minor'],
  adds: ['minor'],
  firsts: ['word'],
  only: ['state', 'open'],
  effects: (fact: Fact) => {
    switch (fact.kind) {
      case 'begin':
        return [{ begins: { id, state: 'open' as const, minor: 0n } }]
      case 'say':
        return [{ id, set: { word: fact.word } }]
      case 'say first':
        return [{ id, first: { word: fact.word } }]
      case 'reset':
        return [{ id, set: { minor: fact.minor } }]
      case 'add':
        return [{ id, add: { minor: fact.minor } }]
      case 'end': {
        const end = { id, set: { state: 'ended' as const } }
        return [fact.ifAny ? { ...end, ifAny: fact.ifAny } : end]
      }
    }
  },
})

const begin: Fact = { kind: 'begin' }
const end: Fact = { kind: 'end' }
const minor = fc.bigInt(-9n, 9n)
const word = fc.option(fc.constantFrom('a', 'b'))
const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ kind: fc.constantFrom('say', 'say first'), word }),
  fc.record({ kind: fc.constantFrom('reset', 'add'), minor }),
)

describe('rows folded from events', () => {
  it('are the same whatever the batches', () =>
    fc.assert(
      fc.property(fc.array(anyFact), fc.array(fc.nat(), { maxLength: 4 }), (facts, cuts) => {
        const all = [begin, ...facts]
        const ends = [...cuts.map((cut) => cut % all.length), all.length].toSorted((a, b) => a - b)
        const [one, split] = [createMemoryTable(things), createMemoryTable(things)]
        for (const fact of all) one.apply([fact])
        ends.forEach((to, index) => split.apply(all.slice(ends[index - 1] ?? 0, to)))
        expect(split.rows).toEqual(one.rows)
      }),
    ))

  it('are written whole when they begin, and then in what is new, null included', () => {
    expect(things.write([begin, { kind: 'add', minor: 5n }])).toMatchObject([
      { name: 'thing_insert', values: [`{"${id}"}`, '{"open"}', '{NULL}', '{5}'], rows: 1 },
    ])
    const say: Fact = { kind: 'say', word: null }
    expect(things.write([say, { kind: 'add', minor: 5n }])).toMatchObject([
      {
        name: 'thing_change',
        // The second of the columns that may be set.
        values: [`{"${id}"}`, '{"2"}', '{NULL}', '{NULL}', '{NULL}', '{NULL}', '{5}'],
        rows: 1,
      },
    ])
  })

  it('keep a value that only the first may give, until it is null again', () => {
    const first: Fact = { kind: 'say first', word: 'b' }
    const wordAfter = (...facts: readonly Fact[]) => things.net([begin, ...facts]).begun[0]?.word
    expect(wordAfter(first)).toBe('b')
    expect(wordAfter({ kind: 'say', word: 'a' }, first)).toBe('a')
    expect(wordAfter({ kind: 'say', word: 'a' }, { kind: 'say', word: null }, first)).toBe('b')
    expect(things.net([first, { kind: 'say first', word: 'a' }]).changed[0]?.first).toEqual({ word: 'b' })
    expect(things.write([first])[0]?.text).toMatch(/coalesce\(case when .* end, given\.word_first\)/)
  })

  it('begin once, and do not change when they may not any more', () => {
    expect(() => things.net([begin, begin])).toThrow('begins twice')
    expect(() => things.net([end, begin])).toThrow('begins twice')
    for (const facts of [
      [begin, end, end],
      [end, end],
    ])
      expect(() => things.net(facts)).toThrow('but is ended')
    const again: Fact = { kind: 'end', ifAny: true }
    expect(things.net([end, again]).changed).toHaveLength(1)
    // In a later batch Postgres looks: any number of rows will do.
    expect(things.write([again])).toMatchObject([{ name: 'thing_change_if_any', rows: null }])
    expect(things.write([again])[0]?.text).toContain(`known.state = 'open'`)
  })
})
