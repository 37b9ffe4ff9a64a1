import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPool } from '../../api/database/database.ts'
import { createSandboxPayingBank } from '../../api/sandbox/paying-bank/paying-bank.ts'
import { createSandboxTreasuryBank } from '../../api/sandbox/treasury-bank.ts'
import type { AccountsAtBank } from '../../api/config/config.ts'
import { closedPayingBank } from '../../api/withdrawals/closed-bank.ts'
import { addBusinessDays } from '../../events/business-days.ts'
import { freshDatabase } from '../support/postgres.ts'
import { payingBankContract, type PayoutCase } from './paying-bank/contract.ts'

const NUMBERS: Readonly<Record<PayoutCase, string>> = {
  arrives: '000123456789',
  returned: '000111111116',
  moved: '000444444442',
  refused: '000777777771',
  'not instant': '000333333335',
  'looked at first': '000666666661',
  'answer lost': '000222222227',
}

const startSandbox = async (accounts: AccountsAtBank = 'pooled') => {
  const database = await freshDatabase()
  const pool = createPool(database.url, { max: 4 })
  let now = new Date('2026-11-18T12:00:00Z')
  const clock = () => now
  const members = createSandboxTreasuryBank({ pool, clock, accounts, formerSecrets: [] })
  const memberId = randomUUID()
  return {
    bank: createSandboxPayingBank({ pool, clock, secret: 'a secret of the sandbox' }),
    accountFor: (which: PayoutCase) => ({
      holderName: 'Ada Lovelace',
      routingNumber: '110000000',
      accountNumber: NUMBERS[which],
      accountType: 'checking' as const,
    }),
    movedTo: '000123456789',
    receive: async (cents: bigint) => {
      const { accountId } = await members.openAccount(memberId)
      await members.receive((await members.addressOf(accountId)).accountNumber, cents)
    },
    ownAccount: async () => (await members.openAccount(memberId)).accountId,
    routingNumbers: { both: '110000000', ach: '110000013', none: '800000006' },
    passBankingDays: (days: number) => void (now = addBusinessDays(now, days)),
    pool,
    stop: async () => {
      await pool.end()
      await database.drop()
    },
  }
}

payingBankContract('of the sandbox', startSandbox)

describe('the sandbox', () => {
  it('repeats its news, turns their order round, and keeps no account number', async () => {
    const { bank, accountFor, passBankingDays, pool, stop } = await startSandbox()
    try {
      await bank.payOut({ key: 'one', rail: 'ach', to: accountFor('returned'), cents: 1n })
      passBankingDays(2)
      const { news } = await bank.newsSince(null, 100)
      expect(news.map(({ what }) => what.kind)).toEqual([
        'settled',
        'returned',
        'returned',
        'settled',
        'settled',
      ])
      const { rows } = await pool.query('select to_jsonb(p)::text as row from app.sandbox_payout p')
      expect(JSON.stringify(rows)).not.toContain(NUMBERS.returned)
    } finally {
      await stop()
    }
  })
})

describe('a house without a bank', () => {
  it('pays nothing out, names no bank and has no news', async () => {
    const to = {
      holderName: 'A',
      routingNumber: '110000000',
      accountNumber: '1234',
      accountType: 'checking',
    } as const
    const refused = { code: 'withdrawals_closed' }
    expect(closedPayingBank.closed).toMatch(/not connected to a bank/)
    await expect(closedPayingBank.payOut({ key: 'k', rail: 'ach', to, cents: 1n })).rejects.toMatchObject(
      refused,
    )
    await expect(closedPayingBank.bankOf('110000000')).rejects.toMatchObject(refused)
    expect(await closedPayingBank.newsSince(null, 10)).toEqual({ news: [], cursor: null })
  })
})
