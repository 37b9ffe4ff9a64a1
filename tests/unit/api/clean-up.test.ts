import { expect, it } from 'vitest'
import { createCleanUp } from '../../../api/processes/clean-up.ts'

const failing = (message: string) => () => Promise.reject(new Error(message))

it('runs every step in reverse order and throws the failure of one afterwards', async () => {
  const done: string[] = []
  const { defer, run } = createCleanUp()
  defer(async () => done.push('first'))
  defer(failing('the port stays open'))
  defer(async () => done.push('last'))
  await expect(run()).rejects.toThrow('the port stays open')
  expect(done).toEqual(['last', 'first'])
})

it('throws all failures when there are several', async () => {
  const { defer, run } = createCleanUp()
  defer(failing('one'))
  defer(failing('two'))
  await expect(run()).rejects.toMatchObject({ errors: [{ message: 'two' }, { message: 'one' }] })
})
