import { Decimal } from 'decimal.js'
import { hash, randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { createRewardReserve } from '../../../api/token/reserve.ts'
import { derivedId } from '../../../events/ids.ts'
import { money } from '../../../events/money.ts'
import { RESERVE_STREAM } from '../../../events/token/events.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, movingClock, standingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { keyed, refusal } from '../../support/wallet-calls.ts'
import { balanceOf, claims, stakes, unstakes } from '../../support/token-calls.ts'

const servers: TestServer[] = []
const start = async (reserve?: string, clockAt: typeof movingClock = movingClock) => {
  const clock = clockAt('2026-05-01T10:00:00.000Z')
  const server = await startTestServer({
    clock,
    // Each member has 500 YUT and nothing else: no pools that have months to catch up with when the clock jumps.
    env: {
      SEED: 'none',
      YUT_WELCOME_GRANT: '500',
      ...(reserve !== undefined && { YUT_REWARD_RESERVE: reserve }),
    },
  })
  servers.push(server)
  const reserveOf = createRewardReserve(server.ledger)
  return { clock, server, reserve: reserveOf }
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

const reserveEvents = async (server: TestServer): Promise<string[]> => {
  const types: string[] = []
  for await (const { type } of server.ledger.store.readStream(RESERVE_STREAM)) types.push(type)
  return types
}

describe('claims', () => {
  it('made 50 at once pay what was earned once', async () => {
    const { clock, server } = await start(undefined, standingClock)
    const before = await server.signIn('ada')
    await stakes(before, '500')
    expect(await refusal(await before.post('/api/yut/claim-rewards'))).toMatchObject({
      status: 422,
      code: 'nothing_to_claim',
    })
    clock.forward(365 * DAY_MS)
    const ada = await server.signIn('ada')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ada.post('/api/yut/claim-rewards', undefined, keyed(randomUUID()))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    // Another process may have a claim under way.
    expect(answers.filter(({ status }) => status === 422 || status === 409)).toHaveLength(49)
    const { book } = await server.check()
    // 500 YUT × 8.2 %
    expect(1_000_000_000_000n + book.balanceOf('equity:yut-rewards', 'YUT')).toBe(41_000_000n)
    expect(book.balanceOf(`liability:member:${ada.id}:yut`, 'YUT')).toBe(-41_000_000n)
  })

  it('repeated with one key are one claim', async () => {
    const { clock, server } = await start()
    await stakes(await server.signIn('ada'), '500')
    clock.forward(10 * DAY_MS)
    const ada = await server.signIn('ada')
    const key = randomUUID()
    const receipts = await Promise.all(Array.from({ length: 20 }, () => claims(ada, key)))
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
    expect(await claims(ada, key)).toEqual(receipts[0])
    expect((await reserveEvents(server)).filter((type) => type === 'RewardsReserved')).toHaveLength(1)
    await server.check()
  })

  it('that died half done are paid by the process, and a repeated call answers what was paid', async () => {
    // The process acts only when the clock moves forward, not while a busy machine is slow.
    const { clock, server, reserve } = await start(undefined, standingClock)
    const before = await server.signIn('ada')
    await stakes(before, '500')
    clock.forward(10 * DAY_MS)
    const ada = await server.signIn('ada')
    const key = randomUUID()
    const claimId = derivedId('claim', ada.id, key)
    const half = await reserve.execute(
      {
        type: 'reserveRewards',
        claimId,
        memberId: ada.id,
        amount: money('YUT', 1_000_000n),
        claimedBefore: 0n,
      },
      { actor: ada.id, correlationId: claimId, causationId: key, at: clock().toISOString() },
    )
    await expect(server.check()).rejects.toThrow(/neither paid nor released/)
    // The process died after it had stored the key.
    await server.pool.query(
      `insert into app.idempotency_key (member_id, key, route, body_hash, created_at)
       values ($1, $2, 'claimRewards', $3, now())`,
      [ada.id, key, hash('sha256', '[null,null]', 'base64url')],
    )
    clock.forward(3 * SECOND_MS)
    await eventually(
      async () => (await balanceOf(ada, String(half.position))).rewards_claimed === '1.000000',
      'the claim process pays it',
    )
    expect(await claims(ada, key)).toMatchObject({ transaction_id: claimId, amount: '1.000000' })
    await server.check()
  })

  it('that another claim came before are released for good', async () => {
    const { clock, server, reserve } = await start()
    await stakes(await server.signIn('ada'), '500')
    clock.forward(10 * DAY_MS)
    const ada = await server.signIn('ada')
    await claims(ada)
    clock.forward(10 * DAY_MS)
    const claimId = derivedId('stale claim', ada.id)
    await reserve.execute(
      { type: 'reserveRewards', claimId, memberId: ada.id, amount: money('YUT', 5n), claimedBefore: 0n },
      { actor: ada.id, correlationId: claimId, causationId: claimId, at: clock().toISOString() },
    )
    clock.forward(3 * SECOND_MS)
    await eventually(
      async () => (await reserveEvents(server)).at(-1) === 'RewardsReleased',
      'the claim process gives it back',
    )
    const { book } = await server.check()
    expect(book.balanceOf('liability:in-flight:rewards', 'YUT')).toBe(0n)
  })
})

describe('the reserve', () => {
  it('is funded once with what the configuration says, and again when that is raised', async () => {
    const { server } = await start('1000')
    await server.restart()
    expect(await reserveEvents(server)).toEqual(['RewardReserveFunded'])
    const { book } = await server.check()
    expect(book.balanceOf('equity:yut-rewards', 'YUT')).toBe(-1_000_000_000n)
  })

  it('that is empty pays what it had, says so, stops the accrual and lets it go on when it is funded', async () => {
    const { clock, server, reserve } = await start('10', standingClock)
    await stakes(await server.signIn('ada'), '500')
    clock.forward(365 * DAY_MS)
    let ada = await server.signIn('ada')
    // 41 YUT are earned and 10 are there.
    const claim = await claims(ada)
    expect(claim.amount).toBe('10.000000')
    expect(await balanceOf(ada, claim.position)).toMatchObject({ reserve_empty: true })
    expect(await refusal(await ada.post('/api/yut/claim-rewards'))).toMatchObject({
      status: 422,
      code: 'reserve_empty',
      error: expect.stringMatching(/empty.*stay yours/),
    })
    clock.forward(2 * MINUTE_MS)
    const stopped = await balanceOf(ada)
    expect(stopped.accrual_paused_since).not.toBeNull()
    expect(stopped.rewards_per_day).toBe('0.000000')
    clock.forward(100 * DAY_MS)
    ada = await server.signIn('ada')
    expect(await balanceOf(ada)).toMatchObject({
      rewards_available: stopped.rewards_available,
      accrual_paused_since: stopped.accrual_paused_since,
    })
    // What changes the stake during the pause earns nothing either.
    const unstaked = await unstakes(ada, '100')
    expect((await balanceOf(ada, unstaked.position)).rewards_available).toBe(stopped.rewards_available)
    await stakes(ada, '100')

    const fundingId = derivedId('more', 'reserve')
    await reserve.execute(
      { type: 'fundUpTo', total: money('YUT', 100_000_000n) },
      { actor: 'system', correlationId: fundingId, causationId: fundingId, at: clock().toISOString() },
    )
    // Another process has funded the reserve, so the server shows it a moment later.
    await eventually(async () => !(await balanceOf(ada)).reserve_empty, 'the reserve is funded')
    clock.forward(MINUTE_MS + 10 * DAY_MS)
    ada = await server.signIn('ada')
    const resumed = await balanceOf(ada)
    expect(resumed.accrual_paused_since).toBeNull()
    const more = new Decimal(resumed.rewards_available).minus(stopped.rewards_available)
    // 500 YUT × 8.2 % × 10 / 365
    expect(more.gte('1.123287'), more.toString()).toBe(true)
    expect(more.lt('1.1234'), more.toString()).toBe(true)
    expect((await claims(ada)).amount >= resumed.rewards_available).toBe(true)
    expect(await reserveEvents(server)).toEqual([
      'RewardReserveFunded',
      'RewardsReserved',
      'RewardReserveExhausted',
      'RewardReserveFunded',
      'RewardReserveReplenished',
      'RewardsReserved',
    ])
    await server.check()
  })

  it('that was never funded refuses claims', async () => {
    const { clock, server } = await start('0')
    await stakes(await server.signIn('ada'), '500')
    clock.forward(DAY_MS)
    const ada = await server.signIn('ada')
    expect(await balanceOf(ada)).toMatchObject({
      reserve_empty: true,
      rewards_available: expect.stringMatching(/^0\.00/),
    })
    expect((await refusal(await ada.post('/api/yut/claim-rewards'))).code).toMatch(
      /reserve_empty|nothing_to_claim/,
    )
    await server.check()
  })
})
