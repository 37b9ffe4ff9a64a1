import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addActivity } from '../../../api/devices/activity.ts'
import type { Notification } from '../../../api/contract/notifications.ts'
import { operations } from '../../../api/contract/operations.ts'
import { addNotifications } from '../../../api/notifying/notifying.ts'
import { createBillStreams } from '../../../api/bills/bill-streams.ts'
import { billIdOf } from '../../../events/bills/events.ts'
import { dayOf } from '../../../events/calendar.ts'
import { provisions } from '../../support/device-calls.ts'
import { put } from '../../support/identity-calls.ts'
import { movingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { asks } from '../../support/request-calls.ts'
import { startTestServer, type TestServer, type Member } from '../../support/test-server.ts'
import { keyed, sends } from '../../support/wallet-calls.ts'

const DAY_MS = 86_400_000

let server: TestServer
/** No month ends before the votes do: the notifications of its bills would be counted too. */
const clock = movingClock('2026-09-10T09:00:00Z')
let ada: Member
let grace: Member
beforeAll(async () => {
  server = await startTestServer({ clock, env: { SANDBOX_MINUTE_SECONDS: '1' } })
  ;[ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
}, 60_000)
afterAll(() => server?.stop())

const pageOf = async (member: Member, query = '') =>
  operations.listNotifications.response.parse(await (await member.fetch(`/api/notifications${query}`)).json())
const listOf = async (member: Member) => (await pageOf(member)).notifications
const countsOf = async (member: Member) =>
  operations.getNotificationCounts.response.parse(
    await (await member.fetch('/api/notifications/counts')).json(),
  )

/** The newest notification that matches; waits until there is one. */
const told = async (
  member: Member,
  isMeant: (notification: Notification) => boolean,
): Promise<Notification> => {
  let found: Notification | undefined
  await eventually(async () => (found = (await listOf(member)).find(isMeant)) !== undefined, 'is told')
  if (!found) throw new Error('not told')
  return found
}

const pay = (from: Member, to: Member, amount: string) =>
  sends(from, { to_user_identifier: to.handle, currency: 'USD', amount }, keyed(randomUUID()))

describe('a member is told', () => {
  it('of money that came in, from whom, and the sender of nothing', async () => {
    await pay(grace, ada, '7.77')
    const notification = await told(ada, (one) => one.kind === 'money_in' && one.amount === '7.77')
    expect(notification).toMatchObject({
      how: 'transfer',
      currency: 'USD',
      from: { handle: 'grace', name: 'Grace Hopper' },
      read: false,
    })
    expect((await listOf(grace)).filter((one) => one.kind === 'money_in')).toEqual([])
  })

  it('of a request for their money', async () => {
    const { id } = await asks(grace, ada.handle, 12)
    expect(await told(ada, (one) => one.kind === 'request' && one.request_id === id)).toMatchObject({
      from: { handle: 'grace' },
      amount: '12.00',
    })
  })

  it('of a bill: that it has come, that what should pay it is short, that it is late; each once', async () => {
    const { store } = server.ledger
    const alan = await server.signIn('alan')
    const billId = billIdOf('tellepathy', alan.id, '2026-01')
    const due = dayOf(new Date(clock().getTime() - 2 * DAY_MS))
    const lines = [{ item: 'plan:standard', reference: randomUUID(), cents: 9_000_000_00n }]
    await createBillStreams({ store, clock }).execute(
      billId,
      {
        type: 'issue',
        billId,
        memberId: alan.id,
        biller: 'tellepathy',
        period: '2026-01',
        lines,
        dueOn: due,
      },
      { actor: 'system', causationId: billId },
    )
    const about = (state: string) => (one: Notification) =>
      one.kind === 'bill' && one.bill_id === billId && one.state === state
    expect(await told(alan, about('due'))).toMatchObject({ amount: '9000000.00', due_on: due })
    // The automatic payment finds no pool that may pay.
    expect(await told(alan, about('short'))).toMatchObject({ due_on: null })
    expect(await told(alan, about('late'))).toMatchObject({ due_on: due })
    const states = (await listOf(alan)).flatMap((one) => (one.kind === 'bill' ? [one.state] : []))
    expect(states.toSorted((one, other) => one.localeCompare(other))).toEqual(['due', 'late', 'short'])
    expect((await listOf(grace)).filter(({ kind }) => kind === 'bill')).toEqual([])
  })

  it('of data that is nearly used up, once', async () => {
    const { id: deviceId } = await provisions(ada, {
      device_label: 'Tablet',
      plan_type: 'unlimited',
      device_type: 'tablet',
    })
    const fact = { kind: 'usage_alert', what: 'data', percent: 80, period: '2026-11' } as const
    const news = { memberId: ada.id, deviceId, label: 'Tablet', fact, at: clock(), once: 'alert' }
    const client = await server.pool.connect()
    await addActivity(client, [news])
    await addActivity(client, [news])
    client.release()
    const about = (await listOf(ada)).filter((one) => one.kind === 'data')
    expect(about).toMatchObject([{ device_id: deviceId, device_label: 'Tablet', percent: 80 }])
  })

  it('of a new device that they are signed in on, and not of one that is known', async () => {
    const before = (await listOf(ada)).filter(({ kind }) => kind === 'security').length
    await server.signIn('ada')
    expect((await listOf(ada)).filter(({ kind }) => kind === 'security')).toHaveLength(before)
    await server.pool.query(
      `update app.security_event set device = 'Safari on iPhone' where member_id = $1 and kind = 'signed_in'`,
      [ada.id],
    )
    await server.signIn('ada')
    expect(await told(ada, ({ kind }) => kind === 'security')).toMatchObject({ event: 'signed_in' })
  })

  it('a day before a vote ends that they have not given, if they have one', async () => {
    const answer = await ada.post('/api/yut/stake', { amount: '50' }, keyed(randomUUID()))
    expect(answer.status).toBe(201)
    const { proposals } = operations.listProposals.response.parse(
      await (await ada.fetch('/api/yut/governance/proposals')).json(),
    )
    const next = proposals.find(({ status }) => status === 'open')
    const endsAt = Date.parse(next?.voting_ends_at ?? '')
    expect(await listOf(ada)).not.toContainEqual(expect.objectContaining({ kind: 'vote' }))
    clock.forward(endsAt - clock().getTime() - DAY_MS + 1_000)
    ;[ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
    expect(await told(ada, ({ kind }) => kind === 'vote')).toMatchObject({ proposal_id: next?.id })
    expect((await listOf(grace)).filter(({ kind }) => kind === 'vote')).toEqual([])
  })
})

describe('the list', () => {
  it('goes on page by page, and is read on every device up to where it was read on one', async () => {
    const all = await listOf(ada)
    const first = await pageOf(ada, '?limit=1')
    const second = await pageOf(ada, `?limit=1&cursor=${first.next_cursor}`)
    expect([...first.notifications, ...second.notifications]).toEqual(all.slice(0, 2))
    const { unread, waiting } = await countsOf(ada)
    expect(unread).toBe(all.length)
    // A request waits for her answer too, read or not.
    expect(waiting).toBe(unread + 1)

    const elsewhere = await server.signIn('ada')
    const upTo = all[1]?.id ?? ''
    const answer = await put(elsewhere, '/api/notifications/read', { up_to: upTo })
    expect(operations.readNotifications.response.parse(await answer.json()).unread).toBe(1)
    expect((await listOf(ada)).map(({ read }) => read)).toEqual(all.map((_, place) => place >= 1))
    await put(ada, '/api/notifications/read', { up_to: all.at(-1)?.id })
    expect((await countsOf(ada)).unread, 'never less than before').toBe(1)
    await put(ada, '/api/notifications/read', { up_to: '999999999999' })
    await pay(grace, ada, '0.05')
    await told(ada, (one) => one.kind === 'money_in' && one.amount === '0.05')
    expect((await countsOf(ada)).unread, 'what comes later is unread').toBe(1)
  })

  it('leaves out what is not wanted', async () => {
    const off = await put(ada, '/api/notifications/settings', { off: ['money_in', 'vote'], amounts: false })
    expect(await off.json()).toEqual({ off: ['money_in', 'vote'], amounts: false })
    expect((await listOf(ada)).map(({ kind }) => kind)).not.toContain('money_in')
    expect((await countsOf(ada)).unread).toBe(0)
    expect((await put(ada, '/api/notifications/settings', { off: ['security'], amounts: true })).status).toBe(
      400,
    )
    await put(ada, '/api/notifications/settings', { off: [], amounts: false })
    expect((await listOf(ada)).map(({ kind }) => kind)).toContain('money_in')
  })

  it('is in the order of what happened, however much of it comes at once', async () => {
    // Forces a merge join, which sorts by member: the order must not depend on how the database joins.
    const client = await server.pool.connect()
    await client.query('set enable_hashjoin = off; set enable_nestloop = off')
    const subjects = Array.from({ length: 120 }, () => randomUUID())
    await addNotifications(
      client,
      subjects.map((subject, place) => ({
        memberId: [ada.id, grace.id][place % 2] ?? '',
        subject,
        facts: { kind: 'money_in', how: 'deposit', from: null, currency: 'USD', minor: String(place + 1) },
        at: clock().toISOString(),
      })),
    )
    client.release(true)
    const { rows } = await server.pool.query<{ subject: string }>(
      'select subject from app.notification where subject = any($1) order by id',
      [subjects],
    )
    expect(rows.map(({ subject }) => subject)).toEqual(subjects)
    await server.pool.query('delete from app.notification where subject = any($1)', [subjects])
  })

  it('is the same when the log is gone through again', async () => {
    const before = (await listOf(ada)).toSorted((one, other) => Number(one.id) - Number(other.id))
    await server.pool.query(
      `delete from app.notification where member_id = $1 and kind in ('request', 'bill')`,
      [ada.id],
    )
    await server.pool.query(`update app.notification_progress set position = 0 where source = 'ledger'`)
    await pay(ada, grace, '0.01')
    const isBack = async () => {
      const now = await listOf(ada)
      return before.every(({ kind, at }) => now.some((one) => one.kind === kind && one.at === at))
    }
    await eventually(isBack, 'what was lost is back')
    const seen = (await listOf(ada)).filter((one) => one.kind === 'money_in' && one.amount === '7.77')
    expect(seen, 'and nothing is there twice').toHaveLength(1)
  })

  it('leaves out what a later release has stored, and shows the rest', async () => {
    const before = await listOf(ada)
    const state = { kind: 'bill', billId: randomUUID(), state: 'refunded', minor: null }
    for (const facts of [state, { kind: 'eclipse' }])
      await server.pool.query(
        `insert into app.notification (member_id, kind, subject, facts, at) values ($1, $2, 'later', $3, now())`,
        [ada.id, facts.kind, facts],
      )
    expect(await listOf(ada)).toEqual(before)
    const { rowCount } = await server.pool.query(`delete from app.notification where subject = 'later'`)
    expect(rowCount).toBe(2)
  })

  it('belongs to its member alone', async () => {
    const [hers] = await listOf(ada)
    const [hersBefore, before] = [await countsOf(ada), await countsOf(grace)]
    expect(hersBefore.unread).toBeGreaterThan(0)
    await put(grace, '/api/notifications/read', { up_to: hers?.id })
    expect(await countsOf(ada)).toEqual(hersBefore)
    expect((await listOf(grace)).map(({ id }) => id)).not.toContain(hers?.id)
    expect((await countsOf(grace)).waiting).toBeLessThanOrEqual(before.waiting)
  })
})
