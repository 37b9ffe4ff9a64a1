import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activityOf } from '../../../projections/activity/queries.ts'
import { depositsOf } from '../../../projections/deposits/queries.ts'
import { hasPaid, transferById, undeliveredTransfers } from '../../../projections/activity/transfers.ts'
import { walletOf, walletsBelowZero, walletWithNet } from '../../../projections/wallet/queries.ts'
import { freshReadModels, type ReadModels } from '../../support/read-models.ts'
import {
  cents,
  deposited,
  depositReversed,
  memberNamed,
  timeOf,
  transferOf,
  walletOpened,
} from '../../support/wallet-log.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')
const alan = memberNamed('alan')
const lunch = transferOf(ada, grace, 'lunch', cents(1_250), 'words')
const tokens = transferOf(ada, grace, 'tokens', { currency: 'YUT', minor: '5' })
const back = transferOf(grace, ada, 'back', cents(250))
const lost = transferOf(ada, alan, 'lost', cents(40))
const late = transferOf(ada, grace, 'late', cents(60))

let models: ReadModels
beforeAll(async () => {
  models = await freshReadModels()
  const running = models.start()
  const position = await models.writer.append(
    walletOpened(ada), // 1
    deposited(ada, 'first', cents(10_000)), // 2
    {
      memberId: ada,
      event: { type: 'TreasuryAccountOpened', data: { memberId: ada, accountId: 'fa_1' } },
    }, // 3
    walletOpened(grace), // 4
    lunch.sent, // 5
    lunch.received, // 6
    tokens.sent, // 7
    tokens.received, // 8
    back.sent, // 9
    back.received, // 10
    lost.sent, // 11
    lost.returned, // 12
    deposited(ada, 'second', cents(77)), // 13
    depositReversed(ada, 'second', cents(77)), // 14
    late.sent, // 15
  )
  expect(position).toBe(15n)
  expect(await running.waitFor(position, 10_000)).toBe(true)
})
afterAll(() => models.dispose())

describe('walletOf', () => {
  it('answers what a member owns', async () => {
    expect(await walletOf(models.pool, ada)).toEqual({
      memberId: ada,
      status: 'open',
      balances: { USD: 8_940n, USDC: 0n, YUT: -5n },
      locked: { USD: 0n, USDC: 0n, YUT: 0n },
      yutStaked: 0n,
      earned: { interest: 0n, rewards: 0n },
      treasuryAccount: { id: 'fa_1', status: 'open' },
      billsFromWallet: false,
      takenBack: 77n,
      openedAt: timeOf(0),
      position: 15n,
    })
    expect(await walletOf(models.pool, alan)).toBeNull()
  })
})

describe('transfers', () => {
  it('are found by id, with their state', async () => {
    expect(await transferById(models.pool, lunch.transferId)).toEqual({
      id: lunch.transferId,
      senderId: ada,
      recipientId: grace,
      currency: 'USD',
      minor: 1_250n,
      message: { keyId: 'k', nonce: 'n', ciphertext: 'words' },
      status: 'completed',
      sentAt: timeOf(4),
      completedAt: timeOf(5),
      sentPosition: 5n,
      position: 6n,
    })
    expect(await transferById(models.pool, lost.transferId)).toMatchObject({
      status: 'returned',
      completedAt: timeOf(11),
    })
    expect(await transferById(models.pool, ada)).toBeNull()
  })

  it('tell who was paid before; what came back does not count', async () => {
    expect(await hasPaid(models.pool, ada, grace)).toBe(true)
    expect(await hasPaid(models.pool, grace, ada)).toBe(true)
    expect(await hasPaid(models.pool, ada, alan)).toBe(false)
    expect(await hasPaid(models.pool, alan, ada)).toBe(false)
  })

  it('are undelivered as long as they have neither arrived nor come back', async () => {
    const undelivered = await undeliveredTransfers(models.pool, new Date(timeOf(15)), 10)
    expect(undelivered.map(({ id }) => id)).toEqual([late.transferId])
    expect(await undeliveredTransfers(models.pool, new Date(timeOf(14)), 10)).toEqual([])
  })

  it('net to what came in minus what went out, at the position of the balances', async () => {
    const lastDay = new Date('2026-01-30T12:00:00Z')
    const wallet = await walletOf(models.pool, ada)
    expect(await walletWithNet(models.pool, ada, lastDay)).toEqual({ ...wallet, net: -1_060n })
    expect(await walletWithNet(models.pool, grace, lastDay)).toMatchObject({ net: 1_000n })
    expect(await walletWithNet(models.pool, ada, new Date('2026-01-31T00:00:00Z'))).toMatchObject({ net: 0n })
    expect(await walletWithNet(models.pool, alan, lastDay)).toBeNull()
  })
})

describe('walletsBelowZero', () => {
  it('tells what was taken back of deposits from what no rule explains', async () => {
    // Ada sent YUT that she never had.
    expect(await walletsBelowZero(models.pool)).toEqual({ explained: 0n, unexplained: 1n })
  })
})

describe('activityOf', () => {
  const positionsOf = async (page: Partial<Parameters<typeof activityOf>[2]>) =>
    (await activityOf(models.pool, ada, { limit: 50, ...page })).map(({ position }) => Number(position))

  it('lists the newest first, with their state', async () => {
    const lines = await activityOf(models.pool, ada, { limit: 50 })
    expect(lines.map(({ position, kind, minor, status }) => [Number(position), kind, minor, status])).toEqual(
      [
        [15, 'transfer_sent', -60n, 'processing'],
        [14, 'deposit_reversed', -77n, 'completed'],
        [13, 'deposit', 77n, 'returned'],
        [12, 'transfer_returned', 40n, 'completed'],
        [11, 'transfer_sent', -40n, 'returned'],
        [10, 'transfer_received', 250n, 'completed'],
        [7, 'transfer_sent', -5n, 'completed'],
        [5, 'transfer_sent', -1_250n, 'completed'],
        [3, 'treasury_account_opened', null, 'completed'],
        [2, 'deposit', 10_000n, 'completed'],
        [1, 'wallet_opened', null, 'completed'],
      ],
    )
  })

  it('goes on after the last line of a page', async () => {
    expect(await positionsOf({ limit: 3 })).toEqual([15, 14, 13])
    expect(await positionsOf({ limit: 3, before: 13n })).toEqual([12, 11, 10])
    expect(await positionsOf({ before: 1n })).toEqual([])
  })

  it('filters by kind, by currency, and by both', async () => {
    expect(await positionsOf({ kind: 'transfer_sent' })).toEqual([15, 11, 7, 5])
    expect(await positionsOf({ kind: 'transfer_sent', limit: 2, before: 15n })).toEqual([11, 7])
    expect(await positionsOf({ kind: 'wallet_opened' })).toEqual([1])
    expect(await positionsOf({ currency: 'YUT' })).toEqual([7])
    expect(await positionsOf({ currency: 'USD', limit: 4, before: 14n })).toEqual([13, 12, 11, 10])
    expect(await positionsOf({ kind: 'transfer_sent', currency: 'USD' })).toEqual([15, 11, 5])
  })
})

describe('depositsOf', () => {
  it('lists the newest first, page by page', async () => {
    const [second, first] = await depositsOf(models.pool, ada, { limit: 10 })
    expect(second).toMatchObject({ minor: 77n, status: 'returned', position: 13n })
    expect(first).toMatchObject({
      method: 'bank',
      currency: 'USD',
      minor: 10_000n,
      status: 'completed',
      createdAt: timeOf(1),
      position: 2n,
    })
    expect(await depositsOf(models.pool, ada, { limit: 1, before: 13n })).toEqual([first])
    expect(await depositsOf(models.pool, grace, { limit: 10 })).toEqual([])
  })
})
