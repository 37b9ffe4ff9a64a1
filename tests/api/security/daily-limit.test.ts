import { expect, it } from 'vitest'
import { DailyLimit } from '../../../api/contract/wallet.ts'
import { FRESH_SIGN_IN_MINUTES, securityOperations } from '../../../api/contract/security.ts'
import { put } from '../../support/identity-calls.ts'
import { MINUTE_MS, movingClock } from '../../support/moving-clock.ts'
import { asks, responds } from '../../support/request-calls.ts'
import { checkedServer, type Member } from '../../support/test-server.ts'
import { refusal, sends } from '../../support/wallet-calls.ts'

const clock = movingClock('2026-11-22T09:00:00Z')
const server = checkedServer({ clock })

const limits = async (member: Member, dollars: string | null): Promise<DailyLimit> => {
  const response = await put(member, '/api/wallet/daily-limit', { limit_usd: dollars })
  expect(response.status).toBe(200)
  return DailyLimit.parse(await response.json())
}
const limitOf = async (member: Member) =>
  DailyLimit.parse(await (await member.fetch('/api/wallet/daily-limit')).json())
const trailOf = async (member: Member) =>
  securityOperations.listSecurityEvents.response
    .parse(await (await member.fetch('/api/security-events')).json())
    .events.map(({ kind, detail }) => [kind, detail])
const dollars = (amount: string) => ({ to_user_identifier: 'grace', currency: 'USD', amount })

it('is lowered at once, holds for transfers and approvals, and is raised a day later after a fresh sign-in', async () => {
  const ada = await server.signIn('ada')
  expect(await limitOf(ada)).toEqual({ limit_usd: null, sent_today_usd: '0.00', raise: null })
  await sends(ada, dollars('30.00'))
  const lowered = { limit_usd: '50.00', sent_today_usd: '30.00', raise: null }
  expect(await limits(ada, '50')).toEqual(lowered)

  expect(await refusal(await ada.post('/api/wallet/transfer', dollars('20.01')))).toMatchObject({
    status: 422,
    code: 'daily_limit',
    fields: { amount: expect.stringContaining('$20.00 of that is left') },
  })
  const grace = await server.signIn('grace')
  const { id } = await asks(grace, 'ada', '20.01')
  expect(await refusal(await responds(ada, id, 'approve'))).toMatchObject({ code: 'daily_limit' })
  // Concurrent transfers cannot exceed the limit together either.
  const at = await Promise.all([1, 2, 3].map(() => ada.post('/api/wallet/transfer', dollars('15.00'))))
  expect(at.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422])

  clock.forward(FRESH_SIGN_IN_MINUTES * MINUTE_MS + 1_000)
  expect(await refusal(await put(ada, '/api/wallet/daily-limit', { limit_usd: '900' }))).toMatchObject({
    status: 403,
    code: 'fresh_sign_in_required',
  })
  const fresh = await server.signIn('ada')
  const asked = await limits(fresh, '900')
  expect(asked).toMatchObject({ limit_usd: '50.00', raise: { limit_usd: '900.00' } })
  clock.forward(23 * 60 * MINUTE_MS)
  const later = await server.signIn('ada')
  expect((await limitOf(later)).limit_usd).toBe('50.00')
  clock.forward(61 * MINUTE_MS)
  const day = await server.signIn('ada')
  expect(await limitOf(day)).toMatchObject({ limit_usd: '900.00', sent_today_usd: '0.00', raise: null })
  await sends(day, dollars('200.00'))
  expect((await trailOf(day)).filter(([kind]) => kind?.startsWith('daily_limit'))).toEqual([
    ['daily_limit_raise_asked', '$900.00'],
    ['daily_limit_lowered', '$50.00'],
  ])
})

it.each(['1e3', '-1', '1.234', '', '9999999999', ' 5', null, 5])(
  'refuses or takes %j in so many words',
  async (limit) => {
    const alan = await server.signIn('alan')
    const response = await put(alan, '/api/wallet/daily-limit', { limit_usd: limit })
    if (limit === null) expect(response.status).toBe(200)
    else
      expect(await refusal(response)).toMatchObject({
        status: 400,
        fields: { limit_usd: expect.any(String) },
      })
  },
)

it('approving a large request, or the first one of somebody, asks for a fresh sign-in', async () => {
  const [katherine, alan] = await Promise.all([server.signIn('katherine'), server.signIn('alan')])
  const [small, first, large] = [
    await asks(alan, 'katherine', '249.99'),
    await asks(alan, 'katherine', '250.00'),
    await asks(alan, 'katherine', '1000.00'),
  ]
  clock.forward(FRESH_SIGN_IN_MINUTES * MINUTE_MS + 1_000)
  for (const { id } of [first, large])
    expect(await refusal(await responds(katherine, id, 'approve'))).toMatchObject({
      status: 403,
      code: 'fresh_sign_in_required',
    })
  expect((await responds(katherine, small.id, 'approve')).status).toBe(200)
  expect((await responds(katherine, large.id, 'decline')).status).toBe(200)
  expect((await responds(await server.signIn('katherine'), first.id, 'approve')).status).toBe(200)
})
