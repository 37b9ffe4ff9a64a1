import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { operations } from '../../../api/contract/operations.ts'
import type { Operation } from '../../../api/contract/operation.ts'
import { Message, writtenLine } from '../../../api/contract/fields.ts'
import { BODY_BYTES_MAX, bodyBytesMax } from '../../../api/http/body-limit.ts'
import { HttpError } from '../../../api/http/errors.ts'
import { createLoopBudget } from '../../../api/http/loop-budget.ts'

/** A loop that works only when it is told to. */
const scene = (budgetMs: number) => {
  const at = { active: 0, now: 0 }
  const budget = createLoopBudget({ budgetMs, activeMs: () => at.active, nowMs: () => at.now })
  const pass = (workedMs: number, waitedMs = 0) => {
    at.active += workedMs
    at.now += workedMs + waitedMs
  }
  const works = (member: string, ms: number) => budget(member, async () => pass(ms))
  return { budget, pass, works }
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof HttpError ? [error.status, error.headers] : error),
  )

describe('a member’s budget of the event loop', () => {
  it('is used by what their calls work, refuses with the time to wait, and comes back', async () => {
    const { works, pass } = scene(2_000)
    await works('mallory', 1_500)
    await works('mallory', 1_500)
    expect(await refusal(works('mallory', 1))).toEqual([429, { 'Retry-After': '4' }])
    expect(await refusal(works('ada', 100))).toBeNull()
    pass(0, 4_000)
    expect(await refusal(works('mallory', 1))).toBeNull()
  })

  it('is charged for its own share of what is worked while others are under way', async () => {
    const { budget, pass, works } = scene(2_000)
    const ends: (() => void)[] = []
    const under = (member: string) => budget(member, () => new Promise<void>((resolve) => ends.push(resolve)))
    const calls = [...Array.from({ length: 9 }, () => under('mallory')), under('ada')]
    pass(5_000)
    for (const end of ends) end()
    await Promise.all(calls)
    expect(await refusal(works('mallory', 1))).toEqual([429, expect.anything()])
    expect(await refusal(works('ada', 1))).toBeNull()
  })

  it('is not used by waiting, and there is none when it is 0', async () => {
    const { budget, pass, works } = scene(2_000)
    await budget('ada', async () => pass(0, 60_000))
    expect(await refusal(works('ada', 1))).toBeNull()
    const free = scene(0)
    await free.works('ada', 90_000)
    expect(await refusal(free.works('ada', 1))).toBeNull()
  })
})

describe('the size of a body', () => {
  const all: readonly Operation[] = Object.values(operations)

  it('is limited by what its schema can need: a few kilobytes, but for lists of thousands, long texts and what an authenticator makes', () => {
    const large = all.filter((one) => bodyBytesMax(one) > 32_768).map(({ id }) => id)
    expect(large.toSorted()).toEqual([
      'addCircleMembers',
      'addPasskey',
      'createProposal',
      'deleteContacts',
      'importContacts',
      'submitCosignature',
    ])
    for (const one of all) expect(bodyBytesMax(one)).toBeLessThanOrEqual(BODY_BYTES_MAX)
  })

  it('has room for the longest that is valid, each letter escaped', () => {
    const body = z.strictObject({ text: Message, ids: z.array(z.uuid()).check(z.maxLength(50)) })
    const longest = { text: 'x'.repeat(200), ids: Array.from({ length: 50 }, () => crypto.randomUUID()) }
    const json = JSON.stringify(longest).replaceAll('x', String.raw`\u0078`)
    expect(json.length).toBeLessThan(bodyBytesMax({ id: 'toy', body }))
  })
})

it('no operation composes a text that is far too long: that takes the square of its marks', () => {
  const hostile = 'b' + '\u0315\u0300'.repeat(20_000)
  const composing = vi.spyOn(String.prototype, 'normalize')
  const composed: string[] = []
  for (const { id, body } of Object.values<Operation>(operations)) {
    if (!body) continue
    composing.mockClear()
    const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    body.safeParse(Object.fromEntries(Object.keys(properties).map((name) => [name, hostile])))
    if (composing.mock.contexts.some((text) => String(text).length > 10_000)) composed.push(id)
  }
  composing.mockRestore()
  expect(composed).toEqual([])
})

it('refuses a text that is far too long before it is trimmed or composed', () => {
  const name = writtenLine('The name', 50)
  const hostile = '\u0315\u0300\u05ae\u0062'.repeat(130_000)
  const { user } = process.cpuUsage()
  for (const schema of [Message, name]) {
    const { error } = schema.safeParse(hostile)
    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/can have at most (200|50) characters\.$/),
    ])
  }
  expect(process.cpuUsage({ user, system: 0 }).user / 1_000).toBeLessThan(200)
  expect(name.parse(`   ${'é'.repeat(50)}  `.normalize('NFD'))).toBe('é'.repeat(50))
})
