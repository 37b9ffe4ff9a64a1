import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operations } from '../../../api/contract/operations.ts'
import { openBrowser } from '../../support/browser.ts'
import { put } from '../../support/identity-calls.ts'
import { startPushService, type PushBrowser, type PushService } from '../../support/push-service.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type TestServer, type Member } from '../../support/test-server.ts'
import { keyed, refusal, sends } from '../../support/wallet-calls.ts'

let service: PushService
let server: TestServer
let ada: Member
let grace: Member
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({ env: { PUSH_SERVICES: service.origin } })
  ;[ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
}, 60_000)
afterEach(() => {
  service.answers(201)
  expect(service.faults).toEqual([])
})
afterAll(async () => {
  await server?.stop()
  await service?.stop()
})

const placesOf = async (member: Member) =>
  operations.listPushPlaces.response.parse(await (await member.fetch('/api/notifications/push')).json())

const says = async (member: Member, { subscription }: PushBrowser, language?: string): Promise<void> => {
  const body = language === undefined ? subscription : { ...subscription, language }
  expect((await put(member, '/api/notifications/push', body)).status).toBe(200)
}

const subscribes = async (member: Member, language?: string): Promise<PushBrowser> => {
  const browser = service.subscribe((await placesOf(member)).key)
  await says(member, browser, language)
  return browser
}

const pay = (amount: string, to = 'ada') =>
  sends(grace, { to_user_identifier: to, currency: 'USD', amount }, keyed(randomUUID()))

/** What a browser was told, besides what concerns the account's security: each new place is told to the others. */
const news = (browser: PushBrowser | undefined) =>
  browser?.received.filter(({ message }) => new URL(message.navigate, server.url).pathname !== '/profile') ??
  []

const arrives = async (browser: PushBrowser, count: number): Promise<void> => {
  await eventually(async () => news(browser).length >= count, `${count} pushes arrive`)
  expect(news(browser)).toHaveLength(count)
}

const waitingDeliveries = async (): Promise<number> =>
  (await server.pool.query('select from app.push_delivery')).rowCount ?? 0

describe('a push', () => {
  it('comes encrypted to who subscribed, signed by us, and tells a lock screen no amount and no name', async () => {
    const browser = await subscribes(ada)
    await pay('31.41')
    await arrives(browser, 1)
    const [push] = news(browser)
    expect(push?.message).toMatchObject({
      title: 'Youtility',
      body: 'Money came in.',
      navigate: expect.stringMatching(/\/wallet\/activity\/[0-9a-f-]{36}$/),
    })
    expect(push?.message.tag).toMatch(/^notification-\d+$/)
    expect(Number(push?.message.app_badge)).toBeGreaterThan(0)
    const { port } = new URL(server.url)
    expect(push?.text.replaceAll(port, '').replace(/activity\/[0-9a-f-]+/, '')).not.toMatch(
      /31\.?41|\$|Grace/,
    )
    expect(push).toMatchObject({ ttl: '86400', topic: expect.stringMatching(/^n\d+$/) })
    await eventually(async () => (await waitingDeliveries()) === 0, 'nothing is left to be sent')
  })

  it('names a wait for a passkey on every place, on the lock screen too: who did not start it has a day to stop it', async () => {
    const places = [await subscribes(ada), await subscribes(await server.signIn('ada'))]
    await ada.post('/api/passkeys/wait')
    for (const { received } of places)
      await eventually(
        async () =>
          received.some(
            ({ message }) =>
              message.title === 'A passkey may be added in a day: stop it if it isn’t you' &&
              message.navigate === `${server.url}/profile`,
          ),
        'it is told',
      )
    await ada.post('/api/passkeys/wait/stop')
  })

  it('tells amounts and names where the member says so, and nothing of a kind that is not wanted', async () => {
    const browser = await subscribes(ada)
    await put(ada, '/api/notifications/settings', { off: [], amounts: true })
    await pay('2.71')
    await arrives(browser, 1)
    expect(news(browser)[0]?.message).toMatchObject({
      title: 'Money came in',
      body: 'Grace Hopper (@grace) sent you $2.71.',
    })
    await put(ada, '/api/notifications/settings', { off: ['money_in'], amounts: false })
    await pay('1.62')
    await grace.post(
      '/api/wallet/request-transfer',
      { from_user_identifier: 'ada', amount: 3 },
      keyed(randomUUID()),
    )
    await arrives(browser, 2)
    expect(news(browser)[1]?.message.body).toBe('Somebody asks you for money.')
    await put(ada, '/api/notifications/settings', { off: [], amounts: false })
  })

  it('that the service could not take comes later, and where a server died meanwhile, after its restart', async () => {
    const browser = await subscribes(ada)
    const before = service.came()
    service.answers(500)
    await pay('0.11')
    await eventually(async () => service.came() > before, 'it was tried')
    await eventually(async () => (await waitingDeliveries()) > 0, 'and is kept')
    service.answers(201)
    await server.restart()
    await server.pool.query(`update app.push_delivery set next_at = now()`)
    await server.pool.query(`notify work, 'push'`)
    await arrives(browser, 1)
    ;[ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
  })

  it('follows no redirect', async () => {
    const browser = await subscribes(ada)
    const before = service.came()
    service.answers(302, { Location: `${service.origin}/elsewhere` })
    await pay('0.12')
    await eventually(
      async () => service.came() > before && (await waitingDeliveries()) === 0,
      'it was given up',
    )
    expect(news(browser)).toEqual([])
    service.answers(201)
  })

  /** The log's lines about a push to the member's only browser, and that browser. */
  const droppedTo = async (member: Member) => {
    await server.pool.query('delete from app.push_subscription where member_id = $1', [member.id])
    const before = server.logged().length
    const lines = () =>
      server
        .logged()
        .slice(before)
        .split('\n')
        .filter((line) => line.includes('it is dropped'))
    return { browser: await subscribes(member), lines }
  }

  it.each([400, 413] as const)(
    'that the service refuses with %i is dropped, and the log names the service and the status',
    async (status) => {
      const { browser, lines } = await droppedTo(ada)
      service.answers(status)
      await pay('0.17')
      await eventually(async () => lines().length > 0, 'it is logged')
      const [line = ''] = lines()
      expect(JSON.parse(line)).toMatchObject({
        level: 'warn',
        host: new URL(service.origin).host,
        status,
        attempts: 1,
      })
      const { endpoint, keys } = browser.subscription
      for (const secret of [new URL(endpoint).pathname, keys.auth, keys.p256dh, 'Money came in'])
        expect(line).not.toContain(secret)
      await eventually(async () => (await waitingDeliveries()) === 0, 'nothing is tried again')
    },
  )

  it('is dropped, and logged so, after the last attempt', async () => {
    const { browser, lines } = await droppedTo(ada)
    service.answers(500)
    await pay('0.18')
    const postponed = `select from app.push_delivery where attempts = 1 and next_at < now() + interval '30 seconds'`
    await eventually(async () => (await server.pool.query(postponed)).rowCount === 1, 'it was tried')
    expect(lines()).toEqual([])
    await server.pool.query(`update app.push_delivery set attempts = 7, next_at = now()`)
    await server.pool.query(`notify work, 'push'`)
    await eventually(async () => (await waitingDeliveries()) === 0, 'it is tried for the last time')
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([{ status: 500, attempts: 8 }])
    expect(news(browser)).toEqual([])
  })
})

describe('a push to a browser of its own wishes', () => {
  let radia: Member
  beforeEach(async () => {
    radia = await server.signIn('radia')
    await server.pool.query('delete from app.push_subscription where member_id = $1', [radia.id])
    await put(radia, '/api/notifications/settings', { off: [], amounts: false })
  })

  it('is said in the language of each browser, with amounts as they are written there', async () => {
    await put(radia, '/api/notifications/settings', { off: [], amounts: true })
    const [german, swiss, british, french] = await Promise.all(
      ['de-DE', 'de-CH', 'en-GB', 'fr'].map((language) => subscribes(radia, language)),
    )
    await pay('1234.5', 'radia')
    const body = async (browser: PushBrowser | undefined) => {
      if (!browser) throw new Error('not subscribed')
      await arrives(browser, 1)
      return news(browser).at(-1)?.message.body
    }
    expect(await body(german)).toBe('Grace Hopper (@grace) hat Ihnen 1.234,50\u00A0$ gesendet.')
    expect(news(german)[0]?.message.title).toBe('Geld ist eingegangen')
    expect(await body(swiss)).toBe("Grace Hopper (@grace) hat Ihnen $\u00A01'234.50 gesendet.")
    expect(await body(british)).toBe('Grace Hopper (@grace) sent you $1,234.50.')
    expect(await body(french), 'a language that we have not').toBe(
      'Grace Hopper (@grace) sent you $1,234.50.',
    )
  })

  it('is said in another language once the member has chosen it there, and in the same where nothing is said', async () => {
    const browser = await subscribes(radia, 'de')
    await says(radia, browser)
    await pay('0.21', 'radia')
    await arrives(browser, 1)
    expect(news(browser)[0]?.message.body).toBe('Geld ist eingegangen.')
    await says(radia, browser, 'en-US')
    await pay('0.22', 'radia')
    await arrives(browser, 2)
    expect(news(browser)[1]?.message.body).toBe('Money came in.')
  })

  it('leaves out what a device is not to be told of, and no other device', async () => {
    const [quiet, other] = [await subscribes(radia), await subscribes(radia)]
    const { places } = await placesOf(radia)
    expect(places.every(({ off }) => off.length === 0)).toBe(true)
    const { rows } = await server.pool.query<{ id: string }>(
      'select id from app.push_subscription where endpoint = $1',
      [quiet.subscription.endpoint],
    )
    const path = `/api/notifications/push/${rows[0]?.id}`
    expect((await put(radia, path, { off: ['money_in', 'vote', 'money_in'] })).status).toBe(204)
    // The choice stays when the same member renews the subscription.
    await says(radia, quiet)
    await pay('0.23', 'radia')
    await arrives(other, 1)
    await grace.post(
      '/api/wallet/request-transfer',
      { from_user_identifier: 'radia', amount: 4 },
      keyed(randomUUID()),
    )
    await arrives(quiet, 1)
    expect(news(quiet)[0]?.message.body).toBe('Somebody asks you for money.')
    const listed = (await placesOf(radia)).places.find(({ id }) => id === rows[0]?.id)
    expect(listed?.off).toEqual(['money_in', 'vote'])

    expect((await put(radia, path, { off: ['security'] })).status, 'that is always told').toBe(400)
    expect((await put(grace, path, { off: [] })).status).toBe(404)
    // The next member who signs in there has made no choice yet.
    await says(grace, quiet)
    expect((await placesOf(grace)).places.map(({ off }) => off)).toContainEqual([])
  })
})

describe('a subscription', () => {
  it('is over when the browser has given it up', async () => {
    await subscribes(ada)
    service.answers('gone')
    await pay('0.13')
    await eventually(async () => (await placesOf(ada)).places.length === 0, 'it is forgotten')
    service.answers(201)
  })

  it.each([401, 403] as const)(
    'goes on when the service refuses our token with %i: logged, counted, sent again in minutes, and still listed',
    async (status) => {
      await server.pool.query('delete from app.push_subscription where member_id = $1', [ada.id])
      const browser = await subscribes(ada)
      const before = server.logged().length
      const refused = () =>
        server
          .logged()
          .slice(before)
          .split('\n')
          .filter((line) => line.includes('refuses our token'))
      service.answers(status)
      await pay('0.19')
      const postponed = `select from app.push_delivery where attempts = 1 and next_at > now() + interval '2 minutes'`
      await eventually(async () => (await server.pool.query(postponed)).rowCount === 1, 'it is kept')
      expect(refused().map((line) => JSON.parse(line))).toMatchObject([
        {
          level: 'error',
          status,
          attempts: 1,
          host: new URL(service.origin).host,
          serviceDate: expect.any(String),
        },
      ])
      expect((await placesOf(ada)).places).toHaveLength(1)
      expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
        /push_attempts_total\{outcome="refused"\} [1-9]/,
      )
      service.answers(201)
      await server.pool.query(`update app.push_delivery set next_at = now()`)
      await server.pool.query(`notify work, 'push'`)
      await arrives(browser, 1)
    },
  )

  it('at a service that the operator no longer names stays listed', async () => {
    await server.pool.query('delete from app.push_subscription where member_id = $1', [ada.id])
    const browser = await subscribes(ada)
    await server.pool.query(
      `update app.push_subscription set endpoint = 'https://push.example/x' where endpoint = $1`,
      [browser.subscription.endpoint],
    )
    await pay('0.21')
    await eventually(async () => server.logged().includes('push service that is not known'), 'it is logged')
    await eventually(async () => (await waitingDeliveries()) === 0, 'the push is dropped')
    expect((await placesOf(ada)).places).toHaveLength(1)
    await server.pool.query('delete from app.push_subscription where member_id = $1', [ada.id])
  })

  it('is listed, and ended by its member', async () => {
    await subscribes(ada)
    const { places } = await placesOf(ada)
    expect(places).toMatchObject([{ current: true, device: expect.any(String) }])
    const id = places[0]?.id ?? ''
    expect((await grace.post(`/api/notifications/push/${id}/end`)).status).toBe(404)
    expect((await ada.post(`/api/notifications/push/${id}/end`)).status).toBe(204)
    expect((await placesOf(ada)).places).toEqual([])
  })

  it('ends with its session, and not when that runs out by itself', async () => {
    const elsewhere = await server.signIn('ada')
    const browser = await subscribes(elsewhere)
    await server.pool.query(
      `update app.session set expires_at = now() - interval '1 second'
      where id_hash = (select session_hash from app.push_subscription where member_id = $1)`,
      [ada.id],
    )
    await put(ada, '/api/notifications/settings', { off: [], amounts: true })
    await pay('0.14')
    await arrives(browser, 1)
    expect(news(browser)[0]?.message.body, 'whoever has the device now').toBe('Money came in.')
    expect((await placesOf(ada)).places).toMatchObject([{ signed_in: false }])
    await put(ada, '/api/notifications/settings', { off: [], amounts: false })
    await ada.post('/api/sessions/end-others')
    expect((await placesOf(ada)).places).toEqual([])

    const third = await server.signIn('ada')
    await subscribes(third)
    expect((await third.post('/api/logout')).ok).toBe(true)
    expect((await placesOf(ada)).places).toEqual([])
  })

  it('is added by who has just proven who they are, and the other places are told', async () => {
    const thief = openBrowser(server.url)
    await thief.post('/api/sessions', await thief.authorize('ada', ''))
    const { subscription } = service.subscribe((await placesOf(ada)).key)
    const settings = { off: [], amounts: true }
    for (const attempt of [
      put(thief, '/api/notifications/push', subscription),
      put(thief, '/api/notifications/settings', settings),
    ])
      expect(await refusal(await attempt)).toMatchObject({ status: 403, code: 'fresh_sign_in_required' })

    const known = await subscribes(ada)
    expect((await put(thief, '/api/notifications/push', known.subscription)).status, 'no new place').toBe(200)
    await subscribes(ada)
    await eventually(async () => known.received.length === 1, 'a place was added')
    await put(ada, '/api/notifications/settings', settings)
    await eventually(async () => known.received.length === 2, 'amounts are shown')
    expect((await put(thief, '/api/notifications/settings', settings)).status, 'nothing new').toBe(200)
    const [mine] = (await placesOf(ada)).places.filter(({ current }) => current)
    expect((await thief.post(`/api/notifications/push/${mine?.id}/end`)).status).toBe(204)
    await eventually(async () => known.received.length === 3, 'a place was ended')
    expect(known.received.map(({ message }) => message.title)).toEqual([
      'Security notification',
      'Notifications now show amounts and names',
      'Notifications to a place were turned off',
    ])
    await put(ada, '/api/notifications/settings', { off: [], amounts: false })
    await server.pool.query('delete from app.push_subscription')
  })

  it('is renewed under its id, and goes to whoever signs in there next', async () => {
    const browser = await subscribes(ada)
    const [first] = (await placesOf(ada)).places
    await put(ada, '/api/notifications/push', browser.subscription)
    expect((await placesOf(ada)).places.map(({ id }) => id)).toEqual([first?.id])
    await put(grace, '/api/notifications/push', browser.subscription)
    expect((await placesOf(ada)).places).toEqual([])
    expect((await placesOf(grace)).places.map(({ id }) => id)).not.toContain(first?.id)
  })

  it.each([
    'https://169.254.169.254/latest',
    'https://localhost/push',
    'https://fcm.googleapis.com.example/send',
    'https://fcm.googleapis.com:8443/send',
    'https://user:secret@fcm.googleapis.com/send',
    'http://fcm.googleapis.com/send',
  ])('at %s is refused: the server would send into its own network', async (endpoint) => {
    const { keys } = service.subscribe('').subscription
    const answer = await refusal(await put(ada, '/api/notifications/push', { endpoint, keys }))
    expect(answer).toMatchObject({ status: 422, code: 'unknown_push_service' })
  })

  it('with a key that is none is refused, and one that got in all the same holds nobody up', async () => {
    const { endpoint, keys } = service.subscribe('').subscription
    const wrong = { endpoint, keys: { ...keys, p256dh: 'A'.repeat(87) } }
    expect((await put(ada, '/api/notifications/push', wrong)).status).toBe(400)
    const [bad, good] = [await subscribes(ada), await subscribes(ada)]
    await server.pool.query('update app.push_subscription set p256dh = $2 where endpoint = $1', [
      bad.subscription.endpoint,
      wrong.keys.p256dh,
    ])
    await pay('0.15')
    await arrives(good, 1)
    await eventually(async () => (await waitingDeliveries()) === 0, 'the other push is dropped')
    expect((await placesOf(ada)).places).toHaveLength(2)
    await server.pool.query('delete from app.push_subscription')
  })

  it('at a known push service is taken', async () => {
    const alan = await server.signIn('alan')
    const { keys } = service.subscribe('').subscription
    const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/abc'
    expect((await put(alan, '/api/notifications/push', { endpoint, keys })).status).toBe(200)
  })
})
