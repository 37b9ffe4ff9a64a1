import { expect, it } from 'vitest'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import type { EventStore } from '../../../events/store/event-store.ts'
import { checkLedger } from '../../support/ledger-invariants.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { walletProcess } from '../../support/wallet-process.ts'

const member = (name: string) => derivedId('member', name)
const [ada, grace, katherine, alan] = [member('ada'), member('grace'), member('katherine'), member('alan')]
const clock = () => new Date('2026-01-01T00:00:00.000Z')

const startProcess = (store: EventStore, isKnown = async (_key: string) => false) => {
  const { wallets, ensureWallet, transfers } = walletProcess({ store, clock, grant: 100_000_000n })
  const { sendInOneCommit } = transfers
  if (!sendInOneCommit) throw new Error('A store that takes units sends at once')
  const send = (name: string, to: string, dollars: number) => {
    const key = derivedId('key', name)
    const answer = { memberId: ada, key, route: 'transfer', bodyHash: '', status: 201, text: '{}' }
    const order = {
      idempotencyKey: key,
      from: ada,
      to,
      amount: usd(dollars * 100),
      message: null,
      provenAt: '2026-01-01T12:00:00.000Z',
    }
    return sendInOneCommit(
      order,
      () => answer,
      () => isKnown(`${ada}:${key}`),
    )
  }
  return { wallets, ensureWallet, send }
}

/** A store whose appends wait until the gate opens. */
const gated = (store: ReturnType<typeof createMemoryStore>) => {
  let gate = Promise.resolve()
  let sent = 0
  const appendUnits: typeof store.appendUnits = async (units) => {
    sent += 1
    await gate
    return store.appendUnits(units)
  }
  return {
    store: { ...store, appendUnits },
    sent: () => sent,
    close: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      gate = promise.then(() => undefined)
      return () => resolve(undefined)
    },
  }
}

it('never sends what was decided upon a flight that failed, though a stranger’s event has taken its place', async () => {
  const memory = createMemoryStore()
  const gate = gated(memory)
  const [mine, stranger] = [startProcess(gate.store), startProcess(memory)]
  for (const id of [ada, grace, katherine, alan]) await stranger.ensureWallet(id)
  await stranger.wallets.execute(
    ada,
    { type: 'creditDeposit', depositId: derivedId('fund', ada), source: 'bank', amount: usd(10_000) },
    { actor: 'system', correlationId: ada, causationId: ada, at: clock().toISOString() },
  )
  await mine.send('warm', grace, 1)
  await mine.send('warm too', katherine, 1)

  const before = gate.sent()
  const open = gate.close()
  const first = mine.send('first', grace, 10)
  await expect.poll(gate.sent).toBe(before + 1)
  // This process expects a balance of $88, but the stranger's transfer leaves only $28.
  const refused = expect(mine.send('second', katherine, 60)).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
  await stranger.send('theirs', alan, 70)
  open()

  expect(await first).toMatchObject({ transfer: { status: 'completed' } })
  await refused
  const { sent } = await checkLedger(memory.log)
  expect(sent).toHaveLength(4)
})

it('answers a key that is known without storing anything, and lets others go on', async () => {
  const memory = createMemoryStore()
  const [mine, other] = [startProcess(memory), startProcess(memory)]
  for (const id of [ada, grace]) await other.ensureWallet(id)
  await other.wallets.execute(
    ada,
    { type: 'creditDeposit', depositId: derivedId('fund', ada), source: 'bank', amount: usd(10_000) },
    { actor: 'system', correlationId: ada, causationId: ada, at: clock().toISOString() },
  )
  await other.send('known', grace, 1)
  expect(await Promise.all([mine.send('known', grace, 1), mine.send('new', grace, 2)])).toMatchObject([
    'known',
    { transfer: { status: 'completed' } },
  ])
  const { sent } = await checkLedger(memory.log)
  expect(sent).toHaveLength(2)
})

it('lets a crowd of known keys leave together, instead of each taking the others with it time and again', async () => {
  const memory = createMemoryStore()
  const other = startProcess(memory)
  const gate = gated(memory)
  const mine = startProcess(gate.store, async (key) => memory.keys.has(key))
  for (const id of [ada, grace]) await other.ensureWallet(id)
  await other.wallets.execute(
    ada,
    { type: 'creditDeposit', depositId: derivedId('fund', ada), source: 'bank', amount: usd(10_000) },
    { actor: 'system', correlationId: ada, causationId: ada, at: clock().toISOString() },
  )
  const names = Array.from({ length: 20 }, (_, n) => `known ${n}`)
  for (const name of names) await other.send(name, grace, 1)
  const [fresh, ...known] = await Promise.all(['new', ...names].map((name) => mine.send(name, grace, 1)))
  expect(fresh).toMatchObject({ transfer: { status: 'completed' } })
  expect(new Set(known)).toEqual(new Set(['known']))
  expect(gate.sent()).toBeLessThanOrEqual(2)
  const { sent } = await checkLedger(memory.log)
  expect(sent).toHaveLength(21)
})

it('goes step by step where the recipient’s wallet is not open', async () => {
  const mine = startProcess(createMemoryStore())
  await mine.ensureWallet(ada)
  await mine.wallets.execute(
    ada,
    { type: 'creditDeposit', depositId: derivedId('fund', ada), source: 'bank', amount: usd(10_000) },
    { actor: 'system', correlationId: ada, causationId: ada, at: clock().toISOString() },
  )
  expect(await mine.send('to nobody yet', grace, 1)).toBe('in_steps')
  expect((await mine.wallets.stateOf(ada)).status).toBe('open')
})
