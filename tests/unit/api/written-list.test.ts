import { expect, it } from 'vitest'
import { writtenList } from '../../../api/http/written-list.ts'

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ n, text: `"${n}"\n` }))

it.each([0, 1, 500, 501, 1_500])('a list of %i rows is the JSON that one call would write', async (count) => {
  const rows = rowsOf(count)
  const { body } = await writtenList('rows', rows, (row) => row, { asOf: new Date() })
  expect(body).toBe(JSON.stringify({ rows }))
})

it('lets others be served before a long list is written', async () => {
  const done: string[] = []
  const writing = writtenList('rows', rowsOf(5_000), (row) => row, { asOf: new Date() }).then(() =>
    done.push('list'),
  )
  setImmediate(() => done.push('other'))
  await writing
  expect(done).toEqual(['other', 'list'])
})
