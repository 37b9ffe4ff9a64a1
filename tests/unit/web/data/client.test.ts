import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { operations } from '../../../../api/contract/operations.ts'
import { call, confirmMemberBy } from '../../../../web/data/client.ts'
import { beginEpoch } from '../../../../web/data/epoch.ts'
import { refreshDocument } from '../../../../web/data/refresh.ts'
import { type DocumentSource } from '../../../../web/data/sources.ts'
import * as z from 'zod/mini'

/** Answers all requests made so far. */
let answer = (): void => undefined
const realFetch = globalThis.fetch
beforeEach(() => {
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  globalThis.fetch = async (_, init) => {
    const { signal } = init ?? {}
    await Promise.race([
      answered,
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    ])
    return Response.json({ error: 'There is no such member.', code: 'not_found' }, { status: 404 })
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
})

const id = '00000000-0000-4000-8000-000000000000'

it('cuts what a member has asked for when their session ends', async () => {
  const asked = call(operations.getPool, { params: { id }, query: {} })
  beginEpoch()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

it('goes on with what anybody may ask for when it turns out that nobody is signed in', async () => {
  const asked = call(operations.getPublicProfile, { params: { id } })
  beginEpoch()
  answer()
  await expect(asked).rejects.toMatchObject({ status: 404 })
})

it.each([
  [
    'anew',
    'a change was made meanwhile, whatever came of it',
    () => call(operations.endSession, { params: { id } }),
    2,
  ],
  [
    'once',
    'something was only read meanwhile',
    () => call(operations.getPublicProfile, { params: { id } }),
    1,
  ],
] as const)('asks %s for what is on its way when %s', async (_, _why, meanwhile, times) => {
  let asked = 0
  const { promise, resolve } = Promise.withResolvers<{ value: string; asOf: string }>()
  const source: DocumentSource<string> = {
    key: 'document',
    schema: z.string(),
    load: () => {
      asked += 1
      return promise
    },
  }
  beginEpoch()
  const first = refreshDocument(source)
  answer()
  await expect(meanwhile()).rejects.toMatchObject({ status: 404 })
  const second = refreshDocument(source)
  resolve({ value: 'one', asOf: '2026-11-20T12:00:00.000Z' })
  await Promise.all([first, second])
  expect(asked).toBe(times)
})

it('tells what to quote after a failure of the server’s own', async () => {
  globalThis.fetch = () =>
    Promise.resolve(
      Response.json(
        {
          error: 'Something went wrong.',
          code: 'internal_error',
          request_id: '7f3a12bc-0000-4000-8000-000000000000',
        },
        { status: 500 },
      ),
    )
  await expect(call(operations.getPublicProfile, { params: { id } })).rejects.toThrow(/quote 7f3a12bc\.$/)
})

it('sends no change in a member’s name before the server has confirmed who they are', async () => {
  const sent = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })))
  globalThis.fetch = sent
  const { promise, resolve } = Promise.withResolvers<void>()
  confirmMemberBy(() => promise)
  const changing = call(operations.endSession, { params: { id } })
  await Promise.resolve()
  expect(sent).not.toHaveBeenCalled()
  beginEpoch() // it is another member
  resolve()
  await expect(changing).rejects.toThrow('nothing was sent')
  expect(sent).not.toHaveBeenCalled()
  confirmMemberBy(() => Promise.reject(new Error('away')))
  await expect(call(operations.endSession, { params: { id } })).rejects.toMatchObject({
    name: 'OfflineError',
  })
  confirmMemberBy(() => Promise.resolve())
  await call(operations.endSession, { params: { id } })
  expect(sent).toHaveBeenCalledOnce()
})
