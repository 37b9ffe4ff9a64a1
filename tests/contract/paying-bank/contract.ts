import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountsAtBank } from '../../../api/config/config.ts'
import {
  BankUnavailable,
  type BankTransaction,
  type PayingBank,
  type PayoutAccount,
  type PayoutNews,
  type PayoutOrder,
} from '../../../api/withdrawals/paying-bank.ts'

/** What a bank that is tested can be made to do, each with an account of its own. */
export type PayoutCase =
  | 'arrives'
  | 'returned'
  | 'moved'
  | 'refused'
  | 'not instant'
  | 'looked at first'
  | 'answer lost'

export interface PayingBankHarness {
  readonly bank: PayingBank
  readonly accountFor: (which: PayoutCase) => PayoutAccount
  /** Called before an order whose answer is to be lost. */
  readonly loseAnswer?: () => void
  /** The number that the account that moved has now. */
  readonly movedTo: string
  /** Somebody pays cents to a member's account, always the same one. */
  readonly receive: (cents: bigint) => Promise<void>
  /** The bank's id of that account, where it is one of the member's own. */
  readonly ownAccount: () => Promise<string>
  /** A routing number whose bank takes ACH and instant payments, one for ACH alone, and one of no bank. */
  readonly routingNumbers: { readonly both: string; readonly ach: string; readonly none: string }
  /** Moves the bank's time forward. */
  readonly passBankingDays: (days: number) => void
  readonly stop: () => Promise<void>
}

/** What every bank that pays out must do, whatever is behind it, and whatever it opens for members. */
export const payingBankContract = (
  name: string,
  start: (accounts: AccountsAtBank) => Promise<PayingBankHarness>,
): void => {
  describe.each<AccountsAtBank>(['pooled', 'each'])(`the paying bank ${name}, accounts %s`, (accounts) => {
    let harness: PayingBankHarness
    beforeAll(async () => {
      harness = await start(accounts)
    }, 60_000)
    afterAll(() => harness?.stop())

    const order = (which: PayoutCase, more: Partial<PayoutOrder> = {}): PayoutOrder => ({
      key: randomUUID(),
      rail: 'ach',
      to: harness.accountFor(which),
      cents: 12_34n,
      ...more,
    })
    /** All news since a cursor, page by page. */
    const newsFrom = async (from: string | null, limit = 2) => {
      const all: PayoutNews[] = []
      for (let cursor = from; ;) {
        const page = await harness.bank.newsSince(cursor, limit)
        all.push(...page.news)
        if (page.cursor === cursor) return { all, cursor }
        cursor = page.cursor
      }
    }

    it('names banks and what they take by their routing numbers', async () => {
      const { bank, routingNumbers } = harness
      expect((await bank.bankOf(routingNumbers.both))?.rails.toSorted()).toEqual(['ach', 'instant'])
      expect((await bank.bankOf(routingNumbers.ach))?.rails).toEqual(['ach'])
      expect(await bank.bankOf(routingNumbers.none)).toBeNull()
    })

    it('takes an order once, however often it comes with the same key', async () => {
      const one = order('arrives')
      expect(await harness.bank.payoutOf(one.key)).toBeNull()
      const all = await Promise.all([harness.bank.payOut(one), harness.bank.payOut(one)])
      const [first] = all
      expect(first).toMatchObject({ state: 'taken', reference: expect.stringMatching(/./) })
      expect(all).toEqual([first, first])
      expect(await harness.bank.payOut(one)).toEqual(first)
      expect(await harness.bank.payoutOf(one.key)).toEqual(first)
      expect(await harness.bank.payOut(order('arrives'))).not.toEqual(first)
    })

    it('refuses another order with a key that it knows', async () => {
      const one = order('arrives')
      await harness.bank.payOut(one)
      await expect(harness.bank.payOut({ ...one, cents: 1n })).rejects.toThrow(/./)
      await expect(harness.bank.payOut({ ...one, to: harness.accountFor('returned') })).rejects.toThrow(/./)
    })

    it('says for good what it does not take, with a code', async () => {
      const one = order('refused')
      const refused = await harness.bank.payOut(one)
      expect(refused).toMatchObject({ state: 'refused', reason: expect.stringMatching(/^\w+$/) })
      harness.passBankingDays(1)
      expect(await harness.bank.payoutOf(one.key)).toEqual(refused)
    })

    /** What becomes of an order that may be decided a moment later. */
    const decided = async (one: PayoutOrder) => {
      const first = await harness.bank.payOut(one)
      return first.state === 'pending' ? harness.bank.payoutOf(one.key) : first
    }

    it('takes what is instant, or refuses that rail alone', async () => {
      expect(await decided(order('arrives', { rail: 'instant' }))).toMatchObject({ state: 'taken' })
      expect(await decided(order('not instant', { rail: 'instant' }))).toMatchObject({ state: 'refused' })
      expect(await harness.bank.payOut(order('not instant'))).toMatchObject({ state: 'taken' })
    })

    it('may look at an order first, and takes it later under the same key', async () => {
      const one = order('looked at first')
      expect(await harness.bank.payOut(one)).toEqual({ state: 'pending' })
      expect(await harness.bank.payoutOf(one.key)).toEqual({ state: 'pending' })
      harness.passBankingDays(2)
      expect(await harness.bank.payoutOf(one.key)).toMatchObject({ state: 'taken' })
      expect(await harness.bank.payOut(one)).toMatchObject({ state: 'taken' })
    })

    it('has the order whose answer was lost', async () => {
      const one = order('answer lost')
      harness.loseAnswer?.()
      await expect(harness.bank.payOut(one)).rejects.toBeInstanceOf(BankUnavailable)
      expect(await harness.bank.payoutOf(one.key)).toMatchObject({ state: 'taken' })
    })

    it('tells of what came back, at least once, after a cursor, and nothing again after the last', async () => {
      const before = await newsFrom(null)
      const [good, bad] = [order('arrives'), order('returned')]
      await harness.bank.payOut(good)
      await harness.bank.payOut(bad)
      expect((await newsFrom(before.cursor)).all).toEqual([])
      harness.passBankingDays(3)
      const after = await newsFrom(before.cursor)
      const returned = after.all.filter(({ what }) => what.kind === 'returned')
      expect(new Set(returned.map(({ key }) => key))).toEqual(new Set([bad.key]))
      expect(returned[0]?.what).toMatchObject({ code: expect.stringMatching(/^R\d\d$/) })
      expect(after.all.map(({ key }) => key)).toContain(good.key)
      expect(await newsFrom(after.cursor)).toEqual({ all: [], cursor: after.cursor })
      // Another size of page misses nothing.
      expect((await newsFrom(before.cursor, 100)).all).toHaveLength(after.all.length)
    })

    it('gives the numbers that an account has now', async () => {
      const before = await newsFrom(null)
      const one = order('moved')
      await harness.bank.payOut(one)
      harness.passBankingDays(2)
      const { all } = await newsFrom(before.cursor)
      const corrected = all.filter(({ what }) => what.kind === 'corrected')
      expect(corrected).toContainEqual({
        key: one.key,
        what: { kind: 'corrected', to: { accountNumber: harness.movedTo } },
      })
      expect(new Set(corrected.map(({ key }) => key))).toEqual(new Set([one.key]))
      expect(all.filter(({ what }) => what.kind === 'returned')).toEqual([])
    })

    /** All transactions since a cursor, by their ids: a bank may tell of one again. */
    const booksFrom = async (from: string | null) => {
      const all = new Map<string, BankTransaction>()
      for (let cursor = from; ;) {
        const read = await harness.bank.transactionsSince(cursor)
        for (const one of read.transactions) all.set(one.id, one)
        if (read.cursor === cursor) return { all, cursor }
        cursor = read.cursor
      }
    }

    it('has each movement in its books once, and they add up to its balance', async () => {
      const { bank } = harness
      harness.passBankingDays(1)
      const before = await booksFrom(null)
      const balance = await bank.balanceMinor()
      const [slow, fast, back] = [
        order('arrives', { cents: 5_00n }),
        order('arrives', { cents: 7_00n, rail: 'instant' }),
        order('returned', { cents: 11_00n }),
      ]
      for (const one of [slow, fast, back]) await bank.payOut(one)
      await bank.payOut(order('refused', { cents: 13_00n }))
      await harness.receive(99_00n)
      harness.passBankingDays(3)
      const { all: told, cursor } = await booksFrom(before.cursor)
      const lines = [...told.values()]
        .filter(({ id }) => !before.all.has(id))
        .map(({ kind, reference, amountMinor }) => [kind, reference, amountMinor] as const)
      expect(lines).toHaveLength(5)
      expect(lines).toEqual(
        expect.arrayContaining([
          ['ach-out', slow.key, -5_00n],
          ['instant-out', fast.key, -7_00n],
          ['ach-out', back.key, -11_00n],
          ['returned', back.key, 11_00n],
          ['ach-in', null, 99_00n],
        ]),
      )
      expect((await bank.balanceMinor()) - balance).toBe(-5_00n - 7_00n + 99_00n)
      expect((await booksFrom(cursor)).cursor).toBe(cursor)
      const whole = [...(await booksFrom(null)).all.values()]
      expect(whole).toHaveLength(before.all.size + lines.length)
      expect(whole.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(await bank.balanceMinor())
    })

    it.runIf(accounts === 'each')(
      'moves money between accounts once for a key, which cancels out',
      async () => {
        const { bank, ownAccount, receive, passBankingDays } = harness
        const own = bank.memberAccounts
        if (own === null) throw new Error('It has no accounts')
        const accountId = await ownAccount()
        await receive(5_000_00n)
        passBankingDays(1)
        const before = await booksFrom(null)
        const [total, held, pooled] = [
          await bank.balanceMinor(),
          await own.balanceOf(accountId),
          await own.pooledMinor(),
        ]
        const [out, back] = [
          { key: randomUUID(), accountId, cents: -3_000_00n },
          { key: randomUUID(), accountId, cents: 10_00n },
        ]
        expect(await own.moveOf(out.key)).toBeNull()
        expect(await own.move(out)).toBe('done')
        expect(await own.move(out)).toBe('done')
        expect(await own.moveOf(out.key)).toBe('done')
        expect(await own.move(back)).toBe('done')
        expect((await own.balanceOf(accountId)) - held).toBe(-2_990_00n)
        expect((await own.pooledMinor()) - pooled).toBe(2_990_00n)
        passBankingDays(1)
        const lines = [...(await booksFrom(before.cursor)).all.values()].filter(
          ({ id }) => !before.all.has(id),
        )
        expect(lines.map(({ kind }) => kind)).toEqual(['moved', 'moved', 'moved', 'moved'])
        const byReference = Map.groupBy(lines, ({ reference }) => reference)
        const amounts = [...byReference.values()].map((pair) => new Set(pair.map((one) => one.amountMinor)))
        expect(amounts).toEqual([new Set([-3_000_00n, 3_000_00n]), new Set([10_00n, -10_00n])])
        expect(await bank.balanceMinor()).toBe(total)
      },
    )

    it.runIf(accounts === 'each')('refuses to move what is not there, and closes what is empty', async () => {
      const { bank, ownAccount } = harness
      const own = bank.memberAccounts
      if (own === null) throw new Error('It has no accounts')
      const accountId = await ownAccount()
      const held = await own.balanceOf(accountId)
      expect(held).toBeGreaterThan(0n)
      expect(await own.move({ key: randomUUID(), accountId, cents: -held - 1n })).toBe('refused')
      await expect(own.close(accountId)).rejects.toThrow(/./)
      expect(await own.move({ key: randomUUID(), accountId, cents: -held })).toBe('done')
      for (let times = 0; times < 2; times += 1) await own.close(accountId)
      expect(await own.balanceOf(accountId)).toBe(0n)
    })

    it('says when a payout is there at the latest', () => {
      const friday = new Date('2026-12-04T12:00:00Z')
      expect(harness.bank.arrivesBy('ach', friday).toISOString()).toBe('2026-12-09T12:00:00.000Z')
      expect(harness.bank.arrivesBy('instant', friday).getTime()).toBeLessThan(friday.getTime() + 3_600_000)
    })
  })
}
