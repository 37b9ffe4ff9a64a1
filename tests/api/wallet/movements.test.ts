import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { Movement } from '../../../api/contract/movements.ts'
import { signedIn, testServer, type Member } from '../../support/test-server.ts'
import { pageOf, refusal, sends } from '../../support/wallet-calls.ts'

/** Ada's line of a transfer to Grace, and Grace's. */
let sent: string
let received: string

const newest = async (member: Member, position: string): Promise<string> =>
  (await pageOf(member, '?limit=1', position)).transactions[0]?.id ?? ''

const server = testServer()
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
beforeAll(async () => {
  const { position } = await sends(ada, {
    to_user_identifier: 'grace',
    currency: 'USD',
    amount: '60.00',
    message: 'Dinner',
  })
  ;[sent, received] = await Promise.all([newest(ada, position), newest(grace, position)])
})

const path = (id: string, part = '') => `/api/wallet/transactions/${id}${part}`
const read = async (member: Member, id: string) => Movement.parse(await (await member.fetch(path(id))).json())
const put = (member: Member, id: string, part: string, body: unknown) =>
  member.fetch(path(id, part), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
const written = async (response: Promise<Response>) => Movement.parse(await (await response).json())

describe('one movement', () => {
  it('is the line of its list, with when it was sent and when it arrived', async () => {
    const movement = await read(ada, sent)
    const [line] = (await pageOf(ada, '?limit=1', movement.position)).transactions
    expect(movement).toEqual({
      ...line,
      sent_at: movement.occurred_at,
      completed_at: expect.any(String),
      note: null,
      report: null,
    })
    expect(movement).toMatchObject({ kind: 'transfer_sent', message: 'Dinner', amount: '-60.00' })
    expect((await read(grace, received)).sent_at).toBe(movement.sent_at)
  })

  it('is nobody else’s, the other side of the transfer included', async () => {
    const theirs = await refusal(await grace.fetch(path(sent)))
    expect(theirs).toMatchObject({ status: 404, code: 'movement_not_found' })
    expect(theirs).toEqual(await refusal(await grace.fetch(path(randomUUID()))))
  })
})

describe('a note', () => {
  it('is kept for its writer alone, changed, and removed', async () => {
    expect((await written(put(ada, sent, '/note', { note: 'Birthday\nof Anna' }))).note).toBe(
      'Birthday\nof Anna',
    )
    expect((await read(ada, sent)).note).toBe('Birthday\nof Anna')
    expect((await read(grace, received)).note).toBeNull()
    expect((await written(put(ada, sent, '/note', { note: 'Shared' }))).note).toBe('Shared')
    expect((await written(put(ada, sent, '/note', { note: null }))).note).toBeNull()
  })

  it('of blanks is none', async () =>
    expect((await written(put(ada, sent, '/note', { note: '  ' }))).note).toBeNull())

  it('has at most 500 characters', async () =>
    expect(await refusal(await put(ada, sent, '/note', { note: 'x'.repeat(501) }))).toMatchObject({
      status: 400,
      fields: { note: 'The note can have at most 500 characters.' },
    }))
})

describe('something is wrong', () => {
  it('is kept with its time; said again, with the newer words', async () => {
    const first = await written(put(ada, sent, '/report', { reason: 'wrong_amount', details: 'It was 6.' }))
    expect(first.report).toMatchObject({ reason: 'wrong_amount', details: 'It was 6.' })
    const again = await written(put(ada, sent, '/report', { reason: 'other', details: 'It was 16.' }))
    expect(again.report).toMatchObject({
      reason: 'other',
      details: 'It was 16.',
      reported_at: first.report?.reported_at,
    })
    expect((await read(grace, received)).report).toBeNull()
  })

  it.each([
    [{ reason: 'unlucky', details: 'No' }, 'reason'],
    [{ reason: 'other', details: '  ' }, 'details'],
    [{ reason: 'other', details: 'x'.repeat(1001) }, 'details'],
  ])('says which field it cannot take: %#', async (body, field) =>
    expect(await refusal(await put(ada, sent, '/report', body))).toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    }),
  )
})

it('what a member has written is in their export', async () => {
  await written(put(grace, received, '/note', { note: 'From Ada' }))
  await written(put(grace, received, '/report', { reason: 'not_mine', details: 'Who is this?' }))
  const response = await grace.fetch('/api/profile/export')
  expect(await response.json()).toMatchObject({
    movements: { notes: [{ activity_id: received, note: 'From Ada' }] },
    cases: [{ subject: received, reason: 'not_mine', entries: [{ text: 'Who is this?' }] }],
  })
})
