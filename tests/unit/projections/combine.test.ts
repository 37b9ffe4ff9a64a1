import { describe, expect, it } from 'vitest'
import { combined, stepsOf } from '../../../projections/combine.ts'
import type { Statement } from '../../../projections/projection.ts'

const writes = (table: string, name: string, reads: readonly string[] = []): Statement => ({
  name,
  text: `update ${table} set a = given.a from unnest($1::int[], $2::uuid[]) as given (a, id)`,
  values: ['{1}', '{x}'],
  writes: table,
  reads,
  rows: 1,
})
const namesOf = (statements: readonly Statement[]) =>
  stepsOf(statements).map((step) => step.map(({ name }) => name))

describe('the statements of a batch', () => {
  it('are one step when they write different tables', () => {
    expect(namesOf([writes('a', 'x'), writes('b', 'y'), writes('c', 'z')])).toEqual([['x', 'y', 'z']])
  })

  it('keep their order where they write one table', () => {
    expect(namesOf([writes('a', 'x'), writes('b', 'y'), writes('a', 'z'), writes('a', 'last')])).toEqual([
      ['x', 'y'],
      ['z'],
      ['last'],
    ])
  })

  it('read what was written before them, and never what is written after', () => {
    // For example votes: a proposal opens, sums are computed from the stored votes, then the votes change.
    const statements = [
      writes('proposal', 'open'),
      writes('proposal', 'sum', ['vote']),
      writes('vote', 'cast'),
    ]
    expect(namesOf(statements)).toEqual([['open'], ['sum', 'cast']])
    expect(namesOf([writes('pool', 'x'), writes('day', 'y', ['pool']), writes('pool', 'z')])).toEqual([
      ['x'],
      ['y', 'z'],
    ])
  })

  it('become one with all their parameters, prepared once for the same statements', () => {
    const call: Statement = { name: 'call', text: 'select f($1)', values: ['q'], writes: 'f', rows: null }
    const one = combined([writes('a', 'x'), call, writes('b', 'y')])
    expect(one.values).toEqual(['{1}', '{x}', '1', 'q', '{1}', '{x}', '1'])
    expect(one.text).toContain('part_1 as materialized (select f($4))')
    expect(one.text).toContain('update b set a = given.a from unnest($5::int[], $6::uuid[])')
    expect(one.text).toMatch(/from part_2\) <> \$7::bigint then refuse\('YR001'/)
    expect(combined([writes('a', 'x'), call, writes('b', 'y')]).name).toBe(one.name)
    expect(combined([writes('a', 'x')]).name).not.toBe(one.name)
  })
})
