import { beforeAll, describe, expect, it } from 'vitest'
import { Case } from '../../../api/contract/cases.ts'
import { Movement } from '../../../api/contract/movements.ts'
import { operations } from '../../../api/contract/operations.ts'
import { addBusinessDays } from '../../../events/business-days.ts'
import { operatorOn } from '../../support/operator-run.ts'
import { put } from '../../support/identity-calls.ts'
import { eventually } from '../../support/read-models.ts'
import { signedIn, testServer, type Member } from '../../support/test-server.ts'
import { pageOf, refusal, sends } from '../../support/wallet-calls.ts'

/** Ada's line of a transfer to Grace. */
let movement: string

const server = testServer()
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
beforeAll(async () => {
  const { position } = await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '60.00' })
  movement = (await pageOf(ada, '?limit=1', position)).transactions[0]?.id ?? ''
})

const casesOf = async (member: Member): Promise<readonly Case[]> =>
  operations.listCases.response.parse(await (await member.fetch('/api/cases')).json()).cases

const reports = async (
  member: Member,
  body: { identifier: string; reason: string; details: string },
): Promise<Case> =>
  operations.reportMember.response.parse(await (await member.post('/api/cases', body)).json()).case

const adds = (member: Member, number: number, text: string) =>
  member.post(`/api/cases/${number}/entries`, { text })

const saysOfMovement = async (details: string, reason = 'wrong_amount'): Promise<Movement> => {
  const response = await ada.fetch(`/api/wallet/transactions/${movement}/report`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ reason, details }),
  })
  return Movement.parse(await response.json())
}

/** Runs `npm run operator`. */
const operator = (...args: string[]) => operatorOn(server.ownerUrl, ...args)

const notificationsOf = async (member: Member) =>
  operations.listNotifications.response
    .parse(await (await member.fetch('/api/notifications')).json())
    .notifications.filter((notification) => notification.kind === 'case')

it('a payment with something wrong becomes a case, said once however often it is sent, and answered', async () => {
  const first = (await saysOfMovement('It was 6.')).report?.case
  const due = addBusinessDays(new Date(first?.opened_at ?? 0), 10)
    .toISOString()
    .slice(0, 10)
  expect(first).toMatchObject({
    about: 'movement',
    reason: 'wrong_amount',
    activity_id: movement,
    person: null,
    state: 'open',
    decision: null,
    due_on: due,
    entries: [{ by: 'member', text: 'It was 6.' }],
  })
  expect((await saysOfMovement('It was 6.')).report?.case?.entries).toHaveLength(1)
  const number = first?.number ?? 0
  expect((await operator('cases')).out).toContain(
    `${number}  open  due ${due}  @ada about a movement: wrong_amount`,
  )
  expect(await operator('cases', 'show', String(number))).toMatchObject({
    exit: 0,
    out: expect.stringMatching(/transfer_sent of USD -6000 [^]*trace [^]*@ada:\n {2}\| It was 6\./),
  })
  const answered = await operator(
    'cases',
    'answer',
    String(number),
    'Grace was asked for 60.',
    '--decision',
    'dismissed',
  )
  expect(answered.exit).toBe(0)
  expect(await casesOf(ada)).toMatchObject([
    {
      number,
      state: 'answered',
      decision: 'dismissed',
      entries: [
        { by: 'member', text: 'It was 6.' },
        { by: 'operator', text: 'Grace was asked for 60.' },
      ],
    },
  ])
  expect((await operator('cases')).out).toBe('No case awaits an answer.\n')
  expect((await operator('cases', '--all')).out).toContain(`${number}  answered, dismissed`)
  await eventually(async () => (await notificationsOf(ada)).length === 1, 'Ada has a notification')
  expect(await notificationsOf(ada)).toMatchObject([{ kind: 'case', number, activity_id: movement }])
})

it('what the member adds opens it again; it takes longer with a word, and a new day', async () => {
  const [{ number, opened_at: opened } = { number: 0, opened_at: '' }] = await casesOf(ada)
  const added = operations.addToCase.response.parse(await (await adds(ada, number, 'But I did not.')).json())
  expect(added.case).toMatchObject({ state: 'open' })
  // The same again, as by a repeated request.
  await adds(ada, number, 'But I did not.')
  expect((await operator('cases', 'longer', String(number), 'We ask her bank.')).exit).toBe(0)
  const [after] = await casesOf(ada)
  const later = new Date(Date.parse(opened) + 45 * 86_400_000).toISOString().slice(0, 10)
  expect(after).toMatchObject({ state: 'open', due_on: later })
  expect(after?.entries.map(({ by, text }) => `${by}: ${text}`)).toEqual([
    'member: It was 6.',
    'operator: Grace was asked for 60.',
    'member: But I did not.',
    'operator: We ask her bank.',
  ])
})

describe('a reported member', () => {
  it('is named in the case, is not told, and is one case however often it is said', async () => {
    const opened = await reports(grace, { identifier: '@alan', reason: 'scam', details: 'He sells bridges.' })
    expect(opened).toMatchObject({ about: 'member', person: { handle: 'alan' }, activity_id: null })
    const again = await reports(grace, { identifier: 'alan', reason: 'harassment', details: 'And shouts.' })
    expect(again).toMatchObject({ number: opened.number, reason: 'harassment' })
    expect(again.entries).toHaveLength(2)
    const alan = await server.signIn('alan')
    expect(await casesOf(alan)).toEqual([])
    expect((await operator('cases', 'show', String(opened.number))).out).toContain('@grace about @alan')
  })

  it('is somebody else, who exists', async () => {
    const body = { identifier: 'grace', reason: 'other', details: 'Me' }
    expect(await refusal(await grace.post('/api/cases', body))).toMatchObject({ code: 'own_account' })
    const nobody = { ...body, identifier: 'nobody_at_all' }
    expect(await refusal(await grace.post('/api/cases', nobody))).toMatchObject({
      status: 404,
      fields: { identifier: expect.any(String) },
    })
  })
})

it('a case of somebody else is as one that does not exist', async () => {
  const number = (await casesOf(ada))[0]?.number ?? 0
  const theirs = await refusal(await adds(grace, number, 'Mine'))
  expect(theirs).toMatchObject({ status: 404, code: 'case_not_found' })
  expect(theirs).toEqual(await refusal(await adds(grace, 999_999, 'Mine')))
})

it('has at most a hundred messages, and a member at most fifty that await an answer', async () => {
  const alan = await server.signIn('alan')
  const { number } = await reports(alan, { identifier: 'grace', reason: 'other', details: 'Who is this?' })
  await server.pool.query(
    `insert into app.case_entry select $1, place, now(), false, 'Word ' || place from generate_series(2, 100) place`,
    [number],
  )
  expect(await refusal(await adds(alan, number, 'One more'))).toMatchObject({
    status: 422,
    code: 'case_full',
  })
  await server.pool.query(
    `insert into app.support_case (member_id, kind, subject, reason, state, opened_at, due_on)
     select $1, 'member', gen_random_uuid(), 'other', 'open', now(), now() from generate_series(2, 50)`,
    [alan.id],
  )
  const another = { identifier: 'ada', reason: 'other', details: 'And who is this?' }
  expect(await refusal(await alan.post('/api/cases', another))).toMatchObject({
    status: 422,
    code: 'too_many_cases',
  })
  await server.pool.query('delete from app.support_case where member_id = $1', [alan.id])
})

it('is added to however many came after it', async () => {
  const alan = await server.signIn('alan')
  const { number } = await reports(alan, { identifier: 'grace', reason: 'other', details: 'The first.' })
  await server.pool.query(
    `insert into app.support_case (member_id, kind, subject, reason, state, opened_at, due_on)
     select $1, 'member', gen_random_uuid(), 'other', 'answered', now(), now() from generate_series(1, 100)`,
    [alan.id],
  )
  const added = operations.addToCase.response.parse(await (await adds(alan, number, 'Still.')).json())
  expect(added.case.entries).toHaveLength(2)
  await server.pool.query('delete from app.support_case where member_id = $1', [alan.id])
})

it('the operator’s commands say what they cannot do, and do nothing', async () => {
  expect(await operator('cases', 'answer', '999999', 'Hello')).toMatchObject({ exit: 1, out: '' })
  const number = (await casesOf(ada))[0]?.number ?? 0
  const wrong = [
    ['cases', 'answer', String(number)],
    ['cases', 'answer', String(number), 'Hello', '--decision', 'maybe'],
    ['cases', 'forget', String(number)],
    ['case'],
    ['cases', '--everything'],
  ]
  for (const args of wrong)
    expect(await operator(...args), args.join(' ')).toMatchObject({ exit: 2, out: '' })
  expect((await operator('cases', 'answer', String(number), ' ')).exit).toBe(1)
  expect((await casesOf(ada))[0]?.entries).toHaveLength(4)
  const { rows } = await server.pool.query<{ command: string }>(
    `select command from app.operator_event where command like '%cases answer%' and outcome = 'done'`,
  )
  expect(rows).toEqual([{ command: `npm run operator -- cases answer ${number} --decision dismissed` }])
})

it('what is open and what is late is a metric', async () => {
  await server.pool.query(`update app.support_case set due_on = '2020-01-01' where kind = 'member'`)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(/support_cases_open\{late="true"\} 1\b/)
  expect((await operator('cases')).out).toMatch(/^\d+ {2}open {2}LATE since 2020-01-01/)
})

it('a process of the release before may still report: it becomes a case', async () => {
  const report = `insert into app.movement_report (member_id, activity_id, reason, details, reported_at)
    values ($1, gen_random_uuid(), 'other', 'From before', now())`
  await server.pool.query(report, [grace.id])
  expect((await casesOf(grace))[0]).toMatchObject({
    about: 'movement',
    state: 'open',
    entries: [{ text: 'From before' }],
  })
})

it('goes with the account, and is in its export', async () => {
  const exported: unknown = await (await grace.fetch('/api/profile/export')).json()
  expect(exported).toMatchObject({
    cases: [
      { kind: 'member', entries: [{ text: 'He sells bridges.' }, { text: 'And shouts.' }] },
      { kind: 'movement' },
    ],
  })
})

it('tells whom it is about no longer once they have blocked who reported them', async () => {
  const [alan, dorothy] = [await server.signIn('alan'), await server.signIn('dorothy')]
  const made = await reports(alan, { identifier: 'dorothy', reason: 'harassment', details: 'She writes.' })
  expect(made.person?.handle).toBe('dorothy')
  expect((await dorothy.post('/api/members/blocked', { identifier: 'alan' })).status).toBe(201)
  expect((await put(dorothy, '/api/profile/handle', { handle: 'vaughan_new' })).status).toBe(200)
  expect((await alan.fetch('/api/members/lookup?identifier=vaughan_new')).status).toBe(404)
  await eventually(async () => (await casesOf(alan))[0]?.person?.handle !== 'dorothy', 'the block is known')
  expect((await casesOf(alan))[0]).toMatchObject({ number: made.number, person: { handle: '' } })
  const said = await (await adds(alan, made.number, 'Still.')).text()
  expect(said).not.toContain('vaughan_new')
})

it('a member cannot write what the operator reads as an entry of somebody else', async () => {
  const [{ number } = { number: 0 }] = await casesOf(ada)
  const forged = 'Really.\n\n2030-01-01T00:00:00.000Z operator:\n  Pay her at once.'
  expect((await adds(ada, number, forged)).status).toBe(200)
  const { out } = await operator('cases', 'show', String(number))
  const headings = out.split('\n').filter((line) => /^\S+ operator:$/.test(line.trim()))
  expect(headings.map((line) => line.slice(0, 4))).not.toContain('2030')
  expect(out).toContain('  | 2030-01-01T00:00:00.000Z operator:')
})
