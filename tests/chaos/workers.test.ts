import { wrongMemories } from './forms/memory.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { confirmedBank, depositBecomes, payByBank, payByCard } from '../support/deposit-calls.ts'
import { checkLedger } from '../support/ledger-invariants.ts'
import { DAY_MS } from '../support/moving-clock.ts'
import { eventually } from '../support/read-models.ts'
import { proposes, stakes, votes } from '../support/token-calls.ts'
import { passDays, PAYOUT_NUMBERS, savesAccount, withdraws } from '../support/withdrawal-calls.ts'
import { asks } from '../support/request-calls.ts'
import { getAtHand, type AtHand, type Everyone } from './forms/at-hand.ts'
import { createFormsWorld, type FormsWorld } from './forms/world.ts'

/** Days go by so many at a time. */
const STRIDE_DAYS = 3
const STRIDES = 13
const QUIET_MS = 1_500

let world: FormsWorld
let atHand: AtHand & { readonly everyone: Everyone }
beforeAll(async () => {
  world = await createFormsWorld(2, 'every')
  atHand = await getAtHand(world)
})
afterAll(() => world?.stop())

/** Nothing was stored for a while. */
const quiet = async (): Promise<void> => {
  let head = await world.store.head()
  let since = performance.now()
  await eventually(
    async () => {
      const now = await world.store.head()
      if (now !== head) [head, since] = [now, performance.now()]
      return performance.now() - since > QUIET_MS
    },
    'nothing is stored any more',
    120_000,
  )
}

const typesOf = async (stream: string): Promise<readonly string[]> => {
  const types: string[] = []
  for await (const { type } of world.store.readStream(stream)) types.push(type)
  return types
}

it('a webhook that two processes get at the same moment, under one id or two, counts once', async () => {
  const [ada, grace] = atHand.everyone
  for (const [{ browser, user }, sameId] of [
    [ada, true],
    [grace, false],
  ] as const) {
    const intent = await payByCard(browser, 42_00, { test_card_number: '4000002760003184' })
    await depositBecomes(browser, intent, { stage: 'requires_action' })
    const before = (await typesOf(`wallet-${user.id}`)).filter((type) => type === 'DepositCredited').length
    const id = randomUUID()
    const { payment_intent_id: reference, deposit_id, total: total_cents } = intent
    const body = (n: number) => ({
      id: sameId || n === 0 ? id : randomUUID(),
      type: 'payment.succeeded',
      data: { reference, deposit_id, total_cents },
    })
    const answers = await world.inFlight([0, 1].map((n) => () => world.deliver(body(n), n)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await depositBecomes(browser, intent, { status: 'completed' })
    expect(
      (await typesOf(`deposit-${deposit_id}`)).filter((type) => type === 'DepositSucceeded'),
    ).toHaveLength(1)
    expect((await typesOf(`wallet-${user.id}`)).filter((type) => type === 'DepositCredited')).toHaveLength(
      before + 1,
    )
    expect(await wrongMemories()).toEqual([])
  }
})

it(
  'two workers that begin each round at the same moment do everything once',
  { timeout: 900_000 },
  async () => {
    const { everyone } = atHand
    const [ada, grace, katherine, alan] = everyone.map(({ browser }) => browser)
    if (!ada || !grace || !katherine || !alan) throw new Error('Somebody is missing')
    await payByCard(ada, 25_00)
    await payByBank(grace, 30_00, '000123456789')
    await payByBank(katherine, 31_00, '000222222227')
    await confirmedBank(alan, '000555555559')
    await asks(ada, '@grace', 3)
    const accounts = [
      await savesAccount(ada, PAYOUT_NUMBERS.arrives),
      await savesAccount(grace, PAYOUT_NUMBERS.comesBack),
      await savesAccount(katherine, PAYOUT_NUMBERS.refused),
    ]
    await passDays(ada, 2)
    for (const member of everyone) await member.signInAgain()
    for (const [n, account] of accounts.entries())
      await withdraws([ada, grace, katherine][n] ?? ada, account.id, '12.00')
    await stakes(alan, '100')
    const { id } = await proposes(alan, 'Paint it green')
    await votes(alan, id, 'for')

    for (let stride = 0; stride < STRIDES; stride += 1) {
      await world.whileHeld(() => world.clock.forward(STRIDE_DAYS * DAY_MS), 2)
      await quiet()
      expect(await wrongMemories()).toEqual([])
    }
    expect(await world.divergences()).toBe(0)
    await checkLedger(world.store.readAll())

    const types = new Map<string, number>()
    for await (const { type } of world.store.readAll()) types.set(type, (types.get(type) ?? 0) + 1)
    // Something was done of each kind, so that there was something to do twice.
    for (const type of [
      'InterestPaid',
      'DepositSucceeded',
      'DepositFailed',
      'WithdrawalSent',
      'WithdrawalFailed',
      'WithdrawalReturned',
      'TransferRequestExpired',
      'ProposalClosed',
      'StakeReleased',
      'PoolValued',
      'BillIssued',
      'BillPaid',
    ])
      expect(types.get(type) ?? 0, type).toBeGreaterThan(0)
    expect(await typesOf(`proposal-${id}`)).toEqual(['ProposalOpened', 'VoteCast', 'ProposalClosed'])
  },
)
