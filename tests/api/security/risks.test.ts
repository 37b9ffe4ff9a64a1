import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../api/contract/operations.ts'
import { RISKS, type Risk } from '../../../api/contract/risks.ts'
import { FRESH_SIGN_IN_MINUTES } from '../../../api/contract/security.ts'
import { becomes, provisions, puts } from '../../support/device-calls.ts'
import { put } from '../../support/identity-calls.ts'
import { MINUTE_MS, movingClock, SECOND_MS } from '../../support/moving-clock.ts'
import { startPushService, type PushService } from '../../support/push-service.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type Member, type TestServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'

const clock = movingClock('2026-12-02T09:00:00Z')
let service: PushService
let server: TestServer
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({
    clock,
    env: { SANDBOX_MINUTE_SECONDS: '1', PUSH_SERVICES: service.origin },
  })
}, 60_000)
afterAll(async () => {
  await server?.stop()
  await service?.stop()
})

const staleness = async (member: Member): Promise<void> => {
  clock.forward(FRESH_SIGN_IN_MINUTES * MINUTE_MS + SECOND_MS)
  expect((await member.fetch('/api/users/me')).status).toBe(200)
}
const DEMANDED = { status: 403, code: 'fresh_sign_in_required' }

/**
 * Operations that are not harmless and not `sensitive`: what they need a proof for depends on what is asked, or they
 * cannot be used so. What is left open says why.
 */
const DECIDED_BY_HANDLER: Readonly<Record<string, string>> = {
  sendTransfer: 'events/wallet/step-up.ts',
  transfer: 'events/wallet/step-up.ts',
  transferYut: 'events/wallet/step-up.ts',
  respondToTransferRequest: 'events/wallet/step-up.ts',
  setDailyLimit: 'raising it: events/wallet/decide.ts',
  changeNotificationSettings: 'showing amounts: tests/api/security/foreign-ids.test.ts',
  subscribePush: 'a new place: tests/api/security/foreign-ids.test.ts',
  beginPasskey: 'api/passkeys/routes.ts, mayAdd',
  addPasskey: 'what beginPasskey has begun, in the same session',
  startPasskeyWait: 'the way back of who has no proof, told to every place (decision 112)',
  provisionProfile: 'the second line: below',
  updateEsimProfile: 'a plan that costs more: below',
  retryProfile: 'orders again what was ordered with a proof, and has failed',
  getActivation: 'of a line that was not ordered just now: below',
  setBillSettings: 'letting the wallet be used: below',
  endPush: 'while something waits: below',
  endSession: 'while something waits: below',
  endOtherSessions: 'while something waits: below',
  beginIdentityCheck: 'open: what it begins is decided by a document, and costs one of five checks',
  createContact: 'api/identity/resemblance.ts: a payee who was paid outweighs a contact',
  updateContact: 'api/identity/resemblance.ts: a payee who was paid outweighs a contact',
  importContacts: 'api/identity/resemblance.ts: a payee who was paid outweighs a contact',
}

describe('the risk of an operation', () => {
  it('decides whether it is sensitive, unless its handler decides by what is asked', () => {
    const risky = Object.entries(RISKS).filter(([, risk]: readonly [string, Risk]) => risk !== 'harmless')
    const sensitive = Object.entries(operations).flatMap(([id, one]) => ('sensitive' in one ? [id] : []))
    const guarded = [...sensitive, ...Object.keys(DECIDED_BY_HANDLER)]
    expect(risky.map(([id]) => id).toSorted()).toEqual(guarded.toSorted())
  })
})

describe('an open browser in which nothing is fresh', () => {
  it('orders no second line, changes to no dearer plan, reads no activation code, ends no line, uses no wallet', async () => {
    const fresh = await server.signIn('katherine')
    const first = await provisions(fresh, { plan_type: 'standard' })
    await becomes(fresh, first.id, 'active', clock)
    const told = async () => {
      const { events } = await (await fresh.fetch('/api/security-events')).json()
      return events.map(({ kind }: { kind: string }) => kind)
    }
    expect((await told())[0]).toBe('line_ordered')
    const stale = fresh
    await staleness(stale)
    const profile = `/api/mvno/esim/profiles/${first.id}`
    for (const attempt of [
      () =>
        stale.post(
          '/api/mvno/esim/provision',
          { plan_type: 'unlimited' },
          { 'Idempotency-Key': crypto.randomUUID() },
        ),
      () => puts(stale, first.id, { plan_type: 'unlimited' }),
      () => stale.fetch(`${profile}/activation`),
      () => stale.fetch(profile, { method: 'DELETE' }),
      () => put(stale, '/api/bills/settings', { pay_from_wallet: true }),
    ])
      expect(await refusal(await attempt())).toMatchObject(DEMANDED)
    const again = await server.signIn('katherine')
    expect((await put(again, '/api/bills/settings', { pay_from_wallet: true })).status).toBe(200)
    expect((await again.fetch(profile, { method: 'DELETE' })).status).toBe(204)
    expect((await told()).slice(0, 2)).toEqual(['line_ended', 'bills_from_wallet_allowed'])
  }, 60_000)
})

describe('a place whose pushes are ended from another', () => {
  it('has the last word, and cannot be ended without a proof while something waits that it was told of', async () => {
    const [phone, tablet] = [await server.signIn('ada'), await server.signIn('ada')]
    const subscribes = async (member: Member) => {
      const places = operations.listPushPlaces.response
      const list = async () => places.parse(await (await member.fetch('/api/notifications/push')).json())
      const browser = service.subscribe((await list()).key)
      expect((await put(member, '/api/notifications/push', browser.subscription)).status).toBe(200)
      return { browser, id: (await list()).places.find(({ current }) => current)?.id ?? '' }
    }
    const [onPhone, onTablet] = [await subscribes(phone), await subscribes(tablet)]
    const lastWords = ({ browser }: typeof onPhone) =>
      browser.received.filter(({ message }) => message.title === 'Notifications to this place were ended')
    const thief = await server.signIn('ada')
    await staleness(thief)
    const ends = (id: string) => thief.post(`/api/notifications/push/${id}/end`)
    expect((await ends(onPhone.id)).status).toBe(204)
    await eventually(async () => lastWords(onPhone).length === 1, 'the phone hears that it was ended')

    expect((await thief.post('/api/passkeys/wait')).status).toBe(200)
    const [session] = (await (await thief.fetch('/api/sessions')).json()).sessions.filter(
      ({ current }: { current: boolean }) => !current,
    )
    for (const answer of [
      await ends(onTablet.id),
      await thief.post('/api/sessions/end-others'),
      await thief.post(`/api/sessions/${session.id}/end`),
    ])
      expect(await refusal(answer)).toMatchObject(DEMANDED)
    // Its member stops what waits without any, and ends places then.
    expect((await thief.post('/api/passkeys/wait/stop')).status).toBe(204)
    expect((await thief.post('/api/sessions/end-others')).status).toBe(200)
    await eventually(async () => lastWords(onTablet).length === 1, 'the tablet hears that it was ended')
    expect(service.faults).toEqual([])
  }, 60_000)
})
