import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { PENDING_REQUESTS } from '../../../api/contract/limits.ts'
import { operations } from '../../../api/contract/operations.ts'
import { eventually } from '../../support/read-models.ts'
import { asks, cancels, requestsOf, responds, statusOf } from '../../support/request-calls.ts'
import { checkedServer, type Member } from '../../support/test-server.ts'
import { keyed, sends } from '../../support/wallet-calls.ts'

let members: Readonly<Record<string, Member>>
// At another process a block takes effect when its announcement arrives (decision 71): here the answer is waited for.
const server = checkedServer({ processes: 1 })
beforeAll(async () => {
  const handles = [
    'ada',
    'grace',
    'katherine',
    'alan',
    'barbara',
    'donald',
    'edsger',
    'radia',
    'dorothy',
    'margaret',
  ]
  // One after the other: sign-ins are most of the work here, and this is not about them.
  const signedIn: [string, Member][] = []
  for (const handle of handles) signedIn.push([handle, await server.signIn(handle)])
  members = Object.fromEntries(signedIn)
})

const of = (handle: string): Member => {
  const member = members[handle]
  if (!member) throw new Error(handle)
  return member
}
/** Asked again, as the app does, while so many at once are too much for the server. */
const request = async (by: Member, from: string, key: string = randomUUID()): Promise<Response> => {
  const response = await by.post(
    '/api/wallet/request-transfer',
    { from_user_identifier: from, amount: 1 },
    keyed(key),
  )
  return response.status === 503 ? request(by, from, key) : response
}

/** How many calls had each answer, by status and code. */
const tally = async (answers: readonly Promise<Response>[]): Promise<Record<string, number>> => {
  const found: Record<string, number> = {}
  for (const answer of answers) {
    const response = await answer
    const { code = '' }: { code?: string } = await response.json()
    const name = `${response.status} ${code}`.trim()
    found[name] = (found[name] ?? 0) + 1
  }
  return found
}
const head = async (): Promise<string> => (await server.ledger.store.head()).toString()

/** Takes back all that is open. */
const clear = async (member: Member): Promise<void> => {
  for (let page = 0; page < 3; page += 1) {
    const { outgoing_requests: all } = await requestsOf(member, await head(), '?limit=100')
    await Promise.all(all.filter(({ status }) => status === 'pending').map(({ id }) => cancels(member, id)))
  }
}

describe('pending requests', () => {
  it('are let in up to the limits, however many are made at once', async () => {
    const asking = Object.entries(members).filter(([handle]) => handle !== 'ada')
    expect(
      await tally(Array.from({ length: 100 }, () => request(of('grace'), 'ada'))),
      'a hundred by one member to one payer',
    ).toEqual({
      '201': PENDING_REQUESTS.toOne,
      '422 too_many_pending_to_member': 100 - PENDING_REQUESTS.toOne,
    })
    const rest = await tally(
      asking.flatMap(([, member]) =>
        Array.from({ length: PENDING_REQUESTS.toOne }, () => request(member, 'ada')),
      ),
    )
    expect(rest['201'], 'all others together').toBe(PENDING_REQUESTS.toPayer - PENDING_REQUESTS.toOne)
    const { incoming_requests: incoming } = await requestsOf(of('ada'), await head(), '?limit=100')
    expect(incoming.filter(({ status }) => status === 'pending')).toHaveLength(PENDING_REQUESTS.toPayer)
    const refused = await request(of('margaret'), 'ada')
    expect(await refused.json()).toEqual({
      error: expect.stringMatching(/^(This member has too many|You have 20 open requests to this)/),
      code: expect.any(String),
      fields: { from_user_identifier: expect.any(String) },
    })

    // One that is answered or taken back makes room for another; blocking one makes room for all of theirs.
    const hers = incoming.find(({ requester_handle: handle }) => handle === 'grace')
    expect((await responds(of('ada'), hers?.id ?? '', 'decline')).status).toBe(200)
    await requestsOf(of('ada'), await head())
    expect(await tally([request(of('grace'), 'ada'), request(of('grace'), 'ada')])).toEqual({
      '201': 1,
      '422 too_many_pending_to_member': 1,
    })
    const blocked = await of('ada').post('/api/members/blocked', { identifier: 'grace' })
    const theOnesLeft = asking.filter(([handle]) => handle !== 'grace').map(([, member]) => member)
    const more = await tally(
      theOnesLeft.flatMap((member) =>
        Array.from({ length: PENDING_REQUESTS.toOne }, () => request(member, 'ada')),
      ),
    )
    expect(more['201'], 'as many as the blocked member had').toBe(PENDING_REQUESTS.toOne)
    const { blocked: entry } = operations.blockMember.response.parse(await blocked.json())
    expect((await of('ada').fetch(`/api/members/blocked/${entry.id}`, { method: 'DELETE' })).status).toBe(204)
    for (const [, member] of asking) await clear(member)
  }, 120_000)

  it('of one member to all are limited too, and a retry is no second request', async () => {
    const alan = of('alan')
    const payers = ['grace', 'katherine', 'barbara', 'donald', 'edsger', 'radia']
    expect(
      await tally(
        payers.flatMap((payer) =>
          Array.from({ length: PENDING_REQUESTS.toOne - 1 }, () => request(alan, payer)),
        ),
      ),
    ).toEqual({
      '201': PENDING_REQUESTS.byRequester,
      '422 too_many_pending_by_you':
        payers.length * (PENDING_REQUESTS.toOne - 1) - PENDING_REQUESTS.byRequester,
    })
    await clear(alan)
    await requestsOf(alan, await head())
    const key = randomUUID()
    const [one, again] = await Promise.all([request(alan, 'dorothy', key), request(alan, 'dorothy', key)])
    expect([one.status, again.status]).toEqual([201, 201])
    expect(await one.text()).toBe(await again.text())
    await clear(alan)
  }, 120_000)
})

const block = async (by: Member, identifier: string): Promise<string> => {
  const response = await by.post('/api/members/blocked', { identifier })
  expect(response.status).toBe(201)
  return operations.blockMember.response.parse(await response.json()).blocked.id
}
const unblock = async (by: Member, id: string): Promise<number> =>
  (await by.fetch(`/api/members/blocked/${id}`, { method: 'DELETE' })).status
const blockedOf = async (member: Member) =>
  operations.listBlockedMembers.response.parse(await (await member.fetch('/api/members/blocked')).json())
    .blocked

/** Everything that says whether somebody has a name, asked by `member`; an answer is its status and text. */
const askedAbout = async (member: Member, name: string): Promise<readonly string[]> => {
  const sending = { to_user_identifier: name, message: 'Hello' }
  const answers = await Promise.all([
    member.fetch(`/api/members/lookup?identifier=${encodeURIComponent(name)}`),
    request(member, name),
    member.post('/api/wallet/transfer', { ...sending, currency: 'USD', amount: '1.00' }, keyed(randomUUID())),
    member.post(
      '/api/wallet/transfer',
      { ...sending, currency: 'USD', amount: '9999.00' },
      keyed(randomUUID()),
    ),
    member.post('/api/wallet/send-transfer', { ...sending, amount: 100 }, keyed(randomUUID())),
    member.post(
      '/api/yut/transfer',
      { to_address: name, amount: '1', transfer_type: 'transfer' },
      keyed(randomUUID()),
    ),
    member.post('/api/members/blocked', { identifier: name }),
  ])
  return Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))
}

describe('a member who is blocked', () => {
  it('is answered as by a name that nobody has, in every way, and is free again afterwards', async () => {
    const [ada, dorothy] = [of('ada'), of('dorothy')]
    const strangers = await askedAbout(dorothy, 'nobody_at_all')
    expect(strangers[0]).toContain('No member has this handle, email or DID.')
    const id = await block(ada, '@Dorothy')
    for (const name of ['ada', '@ADA', 'ada@youtility.example', `did:youtility:${ada.id}`])
      expect(await askedAbout(dorothy, name), name).toEqual(strangers)
    expect((await askedAbout(of('grace'), 'ada'))[0], 'others find her').toMatch(/^200 /)
    expect(await blockedOf(ada)).toMatchObject([{ id, name: 'Dorothy Vaughan', handle: 'dorothy' }])
    expect(await blockedOf(dorothy)).toEqual([])
    expect(await unblock(dorothy, id), 'by the one who is blocked').toBe(404)
    expect(await unblock(ada, id)).toBe(204)
    expect((await askedAbout(dorothy, 'ada'))[0]).toMatch(/^200 /)
    for (const member of [dorothy, of('grace')]) await clear(member)
    await Promise.all((await blockedOf(dorothy)).map((one) => unblock(dorothy, one.id)))
    await Promise.all((await blockedOf(of('grace'))).map((one) => unblock(of('grace'), one.id)))
  })

  it('is suggested and seen by nobody whom they cannot find', async () => {
    const [katherine, radia] = [of('katherine'), of('radia')]
    await sends(radia, { to_user_identifier: 'katherine', currency: 'USD', amount: '1.00' })
    await server.pool.query(`update app.member set handle = 'katherinc' where id = $1`, [of('donald').id])
    const suggested = async () =>
      operations.lookupMember.response.parse(
        await (await radia.fetch('/api/members/lookup?identifier=katherinc')).json(),
      ).resembles
    await expect
      .poll(suggested, { message: 'she was paid before' })
      .toEqual({ handle: 'katherine', paid: true })
    const id = await block(katherine, 'radia')
    expect(await suggested(), 'only her own book speaks still').toEqual({ handle: 'katherine', paid: false })
    await unblock(katherine, id)
    expect(await suggested()).toEqual({ handle: 'katherine', paid: true })
  })

  it('has asked nothing that is shown or counted, and it comes back with them', async () => {
    const [barbara, edsger] = [of('barbara'), of('edsger')]
    const { id: requestId, position } = await asks(edsger, 'barbara', '5.00')
    const seen = async () => {
      const list = operations.listNotifications.response.parse(
        await (await barbara.fetch('/api/notifications')).json(),
      )
      const told = list.notifications.filter((one) => one.kind === 'request' && one.from.handle === 'edsger')
      const { waiting } = operations.getNotificationCounts.response.parse(
        await (await barbara.fetch('/api/notifications/counts')).json(),
      )
      return { listed: await statusOf(barbara, requestId, position), told: told.length, waiting }
    }
    let before = await seen()
    await eventually(async () => (before = await seen()).told > 0, 'she is told of the request')
    const entry = await block(barbara, 'edsger')
    expect(await seen()).toEqual({ listed: 'not listed', told: before.told - 1, waiting: before.waiting - 2 })
    expect(await statusOf(edsger, requestId), 'for the one who asked nothing has changed').toBe('pending')
    await unblock(barbara, entry)
    expect(await seen()).toEqual(before)
  })

  it('can block too whoever has reached them and is now out of reach', async () => {
    const [donald, margaret] = [of('donald'), of('margaret')]
    const { position } = await asks(donald, 'margaret', '5.00')
    await requestsOf(margaret, position)
    const theirs = await block(donald, 'margaret')
    const hers = await block(margaret, `did:youtility:${donald.id}`)
    expect(await unblock(margaret, hers)).toBe(204)
    expect(await unblock(donald, theirs)).toBe(204)
  })

  it('who has blocked the member too tells them no new handle there', async () => {
    const [alan, dorothy] = [of('alan'), of('dorothy')]
    await sends(alan, { to_user_identifier: 'dorothy', currency: 'YUT', amount: '1' }, keyed(randomUUID()))
    const id = await block(alan, 'dorothy')
    await expect.poll(() => blockedOf(alan)).toMatchObject([{ id, handle: 'dorothy' }])
    const theirs = await block(dorothy, 'alan')
    await expect.poll(() => blockedOf(alan)).toMatchObject([{ id, handle: '' }])
    expect(await unblock(dorothy, theirs)).toBe(204)
    await expect.poll(() => blockedOf(alan)).toMatchObject([{ id, handle: 'dorothy' }])
    expect(await unblock(alan, id)).toBe(204)
  })

  it('cannot be oneself, and is blocked once however often it is said', async () => {
    const ada = of('ada')
    const own = await ada.post('/api/members/blocked', { identifier: 'ada' })
    expect(own.status).toBe(422)
    expect(await own.json()).toMatchObject({
      code: 'own_account',
      fields: { identifier: expect.any(String) },
    })
    const ids = await Promise.all(Array.from({ length: 10 }, () => block(ada, 'alan')))
    expect(new Set(ids).size).toBe(1)
    expect(await unblock(ada, ids[0] ?? '')).toBe(204)
  })
})
