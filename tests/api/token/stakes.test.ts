import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY_MS, movingClock } from '../../support/moving-clock.ts'
import { testServer } from '../../support/test-server.ts'
import { keyed, refusal, walletOf } from '../../support/wallet-calls.ts'
import {
  balanceOf,
  claims,
  proposalsFor,
  stakes,
  tokenTransactionsOf,
  unstakes,
} from '../../support/token-calls.ts'

const clock = movingClock('2026-01-05T09:00:00.000Z')
const server = testServer({ clock })

describe('a stake', () => {
  it('is never more than is available, nor is what is taken back more than is staked', async () => {
    const grace = await server.signIn('grace')
    const more = await refusal(await grace.post('/api/yut/stake', { amount: '500.000001' }))
    expect(more).toMatchObject({
      status: 422,
      code: 'insufficient_funds',
      error: expect.stringMatching(/500\.000000 YUT/),
    })
    const all = await stakes(grace, '500')
    expect(await balanceOf(grace, all.position)).toMatchObject({ balance: '0.000000' })
    const none = await refusal(await grace.post('/api/yut/stake', { amount: '0.000001' }))
    expect(none.code).toBe('insufficient_funds')
    const back = await refusal(await grace.post('/api/yut/unstake', { amount: '500.000001' }))
    expect(back).toMatchObject({
      status: 422,
      code: 'insufficient_stake',
      error: expect.stringMatching(/500\.000000 YUT/),
    })
    await unstakes(grace, '500')
    expect((await refusal(await grace.post('/api/yut/unstake', { amount: '1' }))).code).toBe(
      'insufficient_stake',
    )
  })

  it('is made once for one key, and needs somebody signed in', async () => {
    const alan = await server.signIn('alan')
    const { staked_balance } = await balanceOf(alan)
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => alan.post('/api/yut/stake', { amount: '12' }, keyed(key))),
    )
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(texts).size).toBe(1)
    const position: unknown = Reflect.get(Object(JSON.parse(texts[0] ?? '')), 'position')
    expect(await balanceOf(alan, String(position))).toMatchObject({
      staked_balance: (Number(staked_balance) + 12).toFixed(6),
    })
    for (const [method, path] of [
      ['GET', 'balance'],
      ['GET', 'transactions'],
      ['GET', 'governance/proposals'],
      ['POST', 'stake'],
      ['POST', 'unstake'],
      ['POST', 'claim-rewards'],
      ['POST', 'transfer'],
      ['POST', 'governance/proposals'],
      ['POST', 'governance/vote'],
    ] as const) {
      const answer = await fetch(`${server.url}/api/yut/${path}`, { method })
      expect([path, answer.status]).toEqual([path, 401])
    }
    expect((await alan.fetch('/api/yut/transactions?limit=0')).status).toBe(400)
    expect((await alan.fetch('/api/yut/transactions?limit=101')).status).toBe(400)
    expect((await proposalsFor(alan)).can_propose).toBe(true)
  })

  it('and its answer are one commit, and so is taking it back; the key with another amount is refused', async () => {
    const alan = await server.signIn('alan')
    for (const path of ['/api/yut/stake', '/api/yut/unstake']) {
      const key = randomUUID()
      const first = await alan.post(path, { amount: '3' }, keyed(key))
      const text = await first.text()
      // Rows of one statement have the same time; a key that is begun before and completed after has an earlier one.
      const { rowCount } = await server.pool.query(
        `select from app.idempotency_key key join event_store.event on event.position = key.position
         where key.member_id = $1 and key.key = $2 and key.created_at = event.created_at
           and key.response::jsonb ->> 'transaction_id' is not null`,
        [alan.id, key],
      )
      expect([path, first.status, rowCount]).toEqual([path, 201, 1])
      const again = await alan.post(path, { amount: '3' }, keyed(key))
      expect([again.status, await again.text()]).toEqual([201, text])
      expect(await refusal(await alan.post(path, { amount: '4' }, keyed(key)))).toMatchObject({
        status: 422,
        code: 'idempotency_key_reused',
      })
    }
    const key = randomUUID()
    const tooMuch = () => alan.post('/api/yut/stake', { amount: '99999' }, keyed(key))
    const refused = await (await tooMuch()).text()
    expect(await (await tooMuch()).text()).toBe(refused)
  })

  it('that 50 calls make at once spends what there is and not more', async () => {
    const grace = await server.signIn('grace')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => grace.post('/api/yut/stake', { amount: '30' }, keyed(randomUUID()))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(16)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(34)
    const { book } = await server.check()
    expect(-book.balanceOf(`liability:member:${grace.id}:yut:staked`, 'YUT')).toBe(480_000_000n)
    await Promise.all(
      Array.from({ length: 50 }, () => grace.post('/api/yut/unstake', { amount: '30' }, keyed(randomUUID()))),
    )
    const after = await server.check()
    expect(-after.book.balanceOf(`liability:member:${grace.id}:yut:staked`, 'YUT')).toBe(0n)
  })

  it('moves tokens from the balance, gives power and earns 8.2 % a year by the second', async () => {
    const ada = await server.signIn('ada')
    expect(await balanceOf(ada)).toMatchObject({
      balance: '500.000000',
      staked_balance: '0.000000',
      governance_power: '0.000000',
      apy_rate: '8.2',
      rewards_available: '0.000000',
      reserve_empty: false,
      accrual_paused_since: null,
      locked: null,
    })
    const receipt = await stakes(ada, '100.5')
    expect(receipt).toMatchObject({ interaction_type: 'stake', amount: '100.500000', status: 'completed' })
    expect(await balanceOf(ada, receipt.position)).toMatchObject({
      balance: '399.500000',
      staked_balance: '100.500000',
      governance_power: '100.500000',
      unstakable_balance: '100.500000',
      // 100.5 × 8.2 % / 365
      rewards_per_day: '0.022578',
    })
    const { overview, yut } = await walletOf(ada, receipt.position)
    expect(yut).toBe('399.500000')
    expect(overview.yut.staked_balance).toBe('100.500000')

    clock.forward(30 * DAY_MS)
    const later = await server.signIn('ada')
    const { rewards_available, rewards_as_of } = await balanceOf(later)
    const seconds =
      Math.floor(Date.parse(rewards_as_of) / 1_000) - Math.floor(Date.parse(receipt.created_at) / 1_000)
    const earned = (100_500_000n * BigInt(seconds) * 82n) / 31_536_000_000n
    expect(rewards_available).toBe(`0.${earned}`)

    const claim = await claims(later)
    expect(claim).toMatchObject({ interaction_type: 'reward_claim', status: 'completed' })
    expect(await balanceOf(later, claim.position)).toMatchObject({
      balance: `400.${String(Number(claim.amount.replace('.', '')) - 500_000).padStart(6, '0')}`,
      rewards_claimed: claim.amount,
    })
    const unstake = await unstakes(later, '0.500001')
    expect(await balanceOf(later, unstake.position)).toMatchObject({ staked_balance: '99.999999' })

    const lines = await tokenTransactionsOf(later, 10, unstake.position)
    expect(
      lines.map(({ interaction_type, amount, status, direction }) => [
        interaction_type,
        amount,
        status,
        direction,
      ]),
    ).toEqual([
      ['unstake', '0.500001', 'completed', 'in'],
      ['reward_claim', claim.amount, 'completed', 'in'],
      ['stake', '100.500000', 'completed', 'out'],
    ])
    expect(await tokenTransactionsOf(later, 1)).toHaveLength(1)
    await server.check()
  })
})

describe('a token transfer', () => {
  it('is the transfer of the wallet, in YUT', async () => {
    const katherine = await server.signIn('katherine')
    const body = { to_address: '@ALAN', amount: '12.345678', transfer_type: 'transfer' }
    const response = await katherine.post('/api/yut/transfer', body, keyed(randomUUID()))
    expect(response.status).toBe(201)
    const receipt: unknown = await response.json()
    expect(receipt).toMatchObject({
      status: 'completed',
      currency: 'YUT',
      amount: '12.345678',
      recipient: { handle: 'alan' },
    })
    const [line] = await tokenTransactionsOf(katherine, 10, String(Reflect.get(Object(receipt), 'position')))
    expect(line).toMatchObject({
      interaction_type: 'transfer',
      direction: 'out',
      status: 'completed',
      counterparty: { handle: 'alan' },
    })
    expect((await tokenTransactionsOf(await server.signIn('alan'), 10))[0]).toMatchObject({ direction: 'in' })
  })

  it('names what is wrong by this call’s fields', async () => {
    const katherine = await server.signIn('katherine')
    const send = async (body: object) => refusal(await katherine.post('/api/yut/transfer', body))
    const good = { to_address: 'ada', amount: '1', transfer_type: 'transfer' }
    expect(await send({ ...good, to_address: 'nobody-here' })).toMatchObject({
      status: 404,
      fields: { to_address: expect.stringMatching(/No member/) },
    })
    expect(await send({ ...good, to_address: 'katherine' })).toMatchObject({
      code: 'recipient_is_sender',
      fields: { to_address: expect.stringMatching(/yourself/) },
    })
    expect(await send({ ...good, amount: '490' })).toMatchObject({ code: 'insufficient_funds' })
  })
})
