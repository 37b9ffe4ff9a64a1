import { expect, it } from 'vitest'
import { createTransfers, transferIdOf } from '../../../api/wallet/transfers.ts'
import { createWallets } from '../../../api/wallet/wallets.ts'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { NO_SNAPSHOTS } from '../../support/no-snapshots.ts'
import { ada, grace, idOf } from '../../support/wallet-spec.ts'

const AT = '2026-03-02T15:00:00.000Z'
const clock = () => new Date(AT)
const KEY = idOf('key')
const order = {
  idempotencyKey: KEY,
  from: ada,
  to: grace,
  amount: usd(700),
  message: null,
  provenAt: AT,
  repeated: false,
}

/** Ada has $5.00 that is free, and $10.00 by card. */
const begin = async (level = 3) => {
  const store = { ...createMemoryStore(), level: () => level }
  const wallets = createWallets({ store, snapshots: NO_SNAPSHOTS })
  const context = { actor: 'system', correlationId: ada, causationId: ada, at: AT }
  for (const memberId of [ada, grace])
    await wallets.execute(memberId, { type: 'openWallet', memberId }, context)
  const deposit = { type: 'creditDeposit', depositId: idOf('bank') } as const
  await wallets.execute(ada, { ...deposit, source: 'bank', amount: usd(500) }, context)
  await wallets.execute(
    ada,
    { ...deposit, depositId: idOf('card'), source: 'card', amount: usd(1_000) },
    context,
  )
  const transfers = createTransfers({
    wallets,
    ensureWallet: async () => ({ position: 0n }),
    clock,
    onUndelivered: () => {},
  })
  const held = () =>
    store.log.flatMap(({ type, data }) => (type.startsWith('Transfer') ? [[type, data['held']]] : []))
  return { store, wallets, transfers, held, context }
}

const SENT = ['TransferSent', { minor: '200', until: '2026-06-30' }]
const RECEIVED = ['TransferReceived', { minor: '200', until: '2026-03-09' }]

it('carries what is held in one commit', async () => {
  const { transfers, held } = await begin()
  const answer = { memberId: ada, key: KEY, route: 'transfer', bodyHash: '', status: 201, text: '{}' }
  await transfers.sendInOneCommit?.(
    order,
    () => answer,
    async () => false,
  )
  expect(held()).toEqual([SENT, RECEIVED])
})

it('carries it in steps', async () => {
  const { transfers, held } = await begin()
  await transfers.send(order)
  expect(held()).toEqual([SENT, RECEIVED])
})

it('carries it when another process delivers what a crash left on its way', async () => {
  const { store, wallets, transfers, held, context } = await begin()
  const transferId = transferIdOf(ada, KEY)
  const { position } = await wallets.execute(
    ada,
    { type: 'sendTransfer', transferId, to: grace, amount: order.amount, message: null, provenAt: AT },
    context,
  )
  expect(held()).toEqual([SENT])
  await transfers.deliver({ transferId, from: ada, position })
  await transfers.deliver({ transferId, from: ada, position })
  expect(held()).toEqual([SENT, RECEIVED])
  await expect(
    transfers.deliver({ transferId: derivedId('never sent'), from: ada, position }),
  ).rejects.toThrow(/was not sent/)
  expect(store.log.at(-1)).toMatchObject({ type: 'TransferReceived', data: { to: grace } })
})

it('brings it back as it was from a closed wallet', async () => {
  const { wallets, transfers, held, context } = await begin()
  await wallets.execute(grace, { type: 'closeWallet' }, context)
  await transfers.send(order)
  expect(held()).toEqual([SENT, ['TransferReturned', SENT[1]]])
})

it('carries none in a log that older processes read', async () => {
  const { transfers, held } = await begin(2)
  await transfers.send(order)
  expect(held()).toEqual([
    ['TransferSent', undefined],
    ['TransferReceived', undefined],
  ])
})
