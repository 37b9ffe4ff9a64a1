import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { DEMO_MEMBERS } from '../../../api/sandbox/identity-provider/demo-members.ts'
import type { AccountMove, MemberAccounts } from '../../../api/withdrawals/member-accounts.ts'
import { createSweeps, startAccountSweeps } from '../../../api/withdrawals/sweeps.ts'
import { createClaimed } from '../../../api/processes/claimed.ts'
import { derivedId, newId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { eventually } from '../../support/read-models.ts'
import { dyingAt, stepping, steppingPool } from '../../support/dying.ts'
import { testServer } from '../../support/test-server.ts'
import { walletOf } from '../../support/wallet-calls.ts'

const clock = () => new Date('2026-11-30T12:00:00Z')
const server = testServer({ env: { SEED: 'none' } })
const log = { info: () => {}, warn: () => {}, error: () => {} }

/** A bank that counts what it moved: by account, and by key each once. */
const bankWith = (pooled: bigint, accounts: Readonly<Record<string, bigint>>) => {
  const balances = new Map(Object.entries(accounts))
  const moved = new Map<string, AccountMove>()
  const closed = new Set<string>()
  const held = (id: string) => balances.get(id) ?? 0n
  let paid = 0n
  const pooledHeld = () => pooled - paid - [...moved.values()].reduce((sum, { cents }) => sum + cents, 0n)
  const bank: MemberAccounts = {
    balanceOf: async (id) => held(id),
    pooledMinor: async () => pooledHeld(),
    moveOf: async (key) => (moved.has(key) ? 'done' : null),
    move: async (one) => {
      const { key, accountId, cents } = one
      const before = moved.get(key)
      if (before) {
        if (before.cents !== cents || before.accountId !== accountId) throw new Error('Another move')
        return 'done'
      }
      if ((cents > 0n ? pooledHeld() : held(accountId)) < (cents > 0n ? cents : -cents)) return 'refused'
      moved.set(key, one)
      balances.set(accountId, held(accountId) + cents)
      return 'done'
    },
    close: async (id) => {
      if (held(id) !== 0n) throw new Error('It is not empty')
      closed.add(id)
    },
  }
  const pay = async (cents: bigint) => {
    await setImmediate()
    if (pooledHeld() < cents) throw new Error('It is not covered')
    paid += cents
  }
  return { bank, held, pooledHeld, moved, closed, pay }
}

const byAmount = (one: bigint, other: bigint): number => Number(one - other)

const newcomers = [...DEMO_MEMBERS]

/** Members with dollars in their wallets, and the ledger's ids of their accounts. */
const membersWith = async (cents: readonly bigint[]): Promise<readonly string[]> => {
  const ids: string[] = []
  for (const minor of cents) {
    const { handle } = newcomers.pop() ?? { handle: 'nobody is left' }
    const member = await server.signIn(handle)
    expect((await member.post('/api/wallet/initialize-treasury')).status).toBeLessThan(300)
    const depositId = newId()
    const { position } = await server.ledger.wallets.execute(
      member.id,
      { type: 'creditDeposit', depositId, source: 'bank', amount: usd(minor) },
      { actor: 'system', correlationId: depositId, causationId: depositId, at: new Date().toISOString() },
    )
    await walletOf(member, position.toString())
    const state = await server.ledger.wallets.stateOf(member.id)
    if (state.status === 'absent' || state.treasuryAccountId === null) throw new Error('It has no account')
    ids.push(state.treasuryAccountId)
  }
  return ids
}

/** At a bank of this name: what the ledger has of the accounts 1, 2 …; the last is of a member who has left. */
const keep = async (name: string, owners: readonly string[]) => {
  const all = [...owners, `${name} left`]
  await server.pool.query(
    `insert into app.member_account (bank, account_id, treasury_account_id, ended_at)
     select $1, n::text, id, case when id like '% left' then now() end
     from unnest($2::text[]) with ordinality as t (id, n)`,
    [name, all],
  )
}
const sweepsOf = (name: string, memberAccounts: MemberAccounts, pool = server.pool) =>
  createSweeps({ pool, bank: { name, memberAccounts }, clock, log })
const statesOf = async (name: string) =>
  (
    await server.pool.query<{ state: string }>(
      'select distinct state from app.account_move where bank = $1',
      [name],
    )
  ).rows.map(({ state }) => state)

it(
  'a sweep that dies at any step moves nothing twice, and the next one leaves what the ledger says',
  { timeout: 180_000 },
  async () => {
    const { pool } = server
    const owners = await membersWith([60_00n, 25_00n, 10_00n])
    let deaths = 0
    for (const isDone of [false, true])
      for (let n = 1; ; n += 1) {
        const name = `bank ${isDone} ${n}`
        await keep(name, owners)
        const world = bankWith(5_00n, { 1: 100_00n, 2: 5_00n, 3: 10_00n, 4: 7_00n })
        const { step, isDead } = dyingAt(n, isDone)
        const memberAccounts = stepping(
          world.bank,
          ['balanceOf', 'pooledMinor', 'move', 'moveOf', 'close'],
          step,
        )
        await sweepsOf(name, memberAccounts, steppingPool(pool, step))
          .sweep()
          .catch((error: unknown) => {
            if (!isDead()) throw error
          })
        if (!isDead()) break
        deaths += 1
        const next = sweepsOf(name, world.bank)
        await next.sweep()
        await next.sweep()
        expect(['1', '2', '3', '4'].map(world.held)).toEqual([60_00n, 25_00n, 10_00n, 0n])
        expect(world.pooledHeld()).toBe(32_00n)
        expect([...world.moved.values()].map(({ cents }) => cents).toSorted(byAmount)).toEqual([
          -40_00n,
          -7_00n,
          20_00n,
        ])
        expect(await statesOf(name)).toEqual(['done'])
        expect([...world.closed]).toEqual(['4'])
      }
    expect(deaths).toBeGreaterThan(20)
  },
)

it('two sweeps at once move each cent once', async () => {
  const name = 'two'
  await keep(name, await membersWith([60_00n, 25_00n]))
  const world = bankWith(0n, { 1: 100_00n, 2: 5_00n })
  const one = () => sweepsOf(name, world.bank).sweep()
  await Promise.all([one(), one(), one()])
  await one()
  expect(['1', '2'].map(world.held)).toEqual([60_00n, 25_00n])
  expect(world.pooledHeld()).toBe(20_00n)
})

it('fills accounts up no further than the pooled account covers, and later the rest', async () => {
  const name = 'short'
  await keep(name, await membersWith([30_00n, 20_00n]))
  const world = bankWith(40_00n, {})
  const { sweep } = sweepsOf(name, world.bank)
  await sweep()
  expect(world.pooledHeld()).toBe(0n)
  expect(['1', '2'].map(world.held).toSorted(byAmount)).toEqual([10_00n, 30_00n])
})

it('pays out after the money has been swept from its account, and not before it is there', async () => {
  const name = 'paying'
  await keep(name, await membersWith([60_00n]))
  const world = bankWith(1_00n, { 1: 100_00n })
  const { covered } = sweepsOf(name, world.bank)
  expect(await covered(40_00n, async () => world.pooledHeld())).toBe(41_00n)
  let paid = false
  await expect(covered(50_00n, async () => (paid = true))).rejects.toMatchObject({ code: 'bank_unavailable' })
  expect(paid).toBe(false)
})

it('processes that pay out at the same time count on no dollar twice', async () => {
  const name = 'paying together'
  await keep(name, await membersWith([20_00n]))
  const world = bankWith(50_00n, { 1: 100_00n })
  const payout = () => sweepsOf(name, world.bank).covered(40_00n, () => world.pay(40_00n))
  await Promise.all([payout(), payout(), payout()])
  expect(world.pooledHeld()).toBe(10_00n)
})

it('orders a move again under its own key alone, and one that was refused not at all', async () => {
  const name = 'keys'
  const [owner = ''] = await membersWith([60_00n])
  await keep(name, [owner])
  const world = bankWith(0n, { 1: 100_00n })
  const lost = { ...world.bank, move: () => Promise.reject(new Error('its answer was lost')) }
  expect(await sweepsOf(name, lost).sweep()).toBe(false)
  await sweepsOf(name, { ...world.bank, move: async () => 'refused' }).finish()
  expect(await statesOf(name)).toEqual(['refused'])
  await sweepsOf(name, world.bank).sweep()
  expect([...world.moved.keys()]).toEqual([derivedId('account move', name, '1', '1')])
})

it('leaves out an account that the bank fails for, or is moving, and sweeps the others', async () => {
  const name = 'one is bad'
  // What the ledger has nothing of goes to the pooled account.
  await keep(name, ['one', 'two', 'three'])
  const world = bankWith(50_00n, { 1: 100_00n, 2: 5_00n, 3: 20_00n, 4: 7_00n })
  const unwell = async (id: string): Promise<void> => {
    if (id === '1') throw new Error('The bank does not know it')
  }
  const sweeps = sweepsOf(name, {
    ...world.bank,
    balanceOf: async (id) => {
      await unwell(id)
      return world.bank.balanceOf(id)
    },
    move: async (one) => (one.accountId === '3' ? 'pending' : world.bank.move(one)),
    moveOf: async (key) => (world.moved.has(key) ? 'done' : 'pending'),
  })
  for (let n = 1; n <= 3; n += 1) {
    expect(await sweeps.sweep()).toBe(false)
    expect(sweeps.attempts.stuck()).toBe(n < 3 ? 0 : 1)
  }
  expect(['1', '2', '3', '4'].map(world.held)).toEqual([100_00n, 0n, 20_00n, 0n])
  const { rows } = await server.pool.query(
    "select from app.account_move where bank = $1 and account_id = '3'",
    [name],
  )
  expect(rows).toHaveLength(1)
})

it('sweeps once a banking day, after the interest of the days before is paid', async () => {
  const done: string[] = []
  let unpaid = 2
  const sweeps = startAccountSweeps({
    pool: server.pool,
    bankName: 'daily',
    isInterestDue: async (today) => {
      done.push(`asked for ${today}`)
      unpaid -= 1
      return unpaid >= 0
    },
    sweeps: {
      finish: async () => done.push('finished') > 0,
      sweep: async () => done.push('swept') > 0,
      attempts: createClaimed({ name: 'sweeps', log }),
    },
    clock,
    log: { info: () => {}, error: () => {} },
  })
  try {
    await eventually(() => done.includes('swept'), 'it is swept')
    sweeps.wake('work')
    await eventually(() => done.at(-1) === 'finished', 'another round ends what was begun')
  } finally {
    await sweeps.stop()
  }
  const asked = 'asked for 2026-11-30'
  expect(done).toEqual([asked, 'finished', asked, 'finished', asked, 'swept', 'finished'])
})
