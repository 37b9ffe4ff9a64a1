import { randomUUID } from 'node:crypto'
import { createBillStreams } from '../../../api/bills/bill-streams.ts'
import { DEVICES_MAX } from '../../../api/contract/devices.ts'
import { billIdOf } from '../../../events/bills/events.ts'
import { formatMinor } from '../../../events/money.ts'
import { bankDetails, confirmedBank } from '../../support/deposit-calls.ts'
import { eventually } from '../../support/read-models.ts'
import { passDays, PAYOUT_NUMBERS } from '../../support/withdrawal-calls.ts'
import { field, textIn, type AtHand } from './at-hand.ts'
import type { FormsOfCommand } from './forms.ts'
import type { Call, Everywhere } from './world.ts'

export const outsideCommands = ({ pair, done, most, richest, read, world }: AtHand): FormsOfCommand[] => {
  const byCard = (member: Everywhere, amount: number): Call => ({
    member,
    path: '/api/payments/stripe/create-intent',
    body: { amount, currency: 'usd', payment_method_type: 'card' },
  })
  const banks = new Map<string, Promise<string>>()
  const bankOf = ({ user, browser }: Everywhere): Promise<string> => {
    const known = banks.get(user.id) ?? confirmedBank(browser, '000123456789')
    banks.set(user.id, known)
    return known
  }
  const byBank = async (member: Everywhere, amount: number): Promise<Call> => ({
    member,
    path: '/api/payments/ach/deposit',
    body: { amount, origin_payment_method: await bankOf(member) },
  })
  const accounts = new Map<string, Promise<string>>()
  /** A bank account of the member's own that can be withdrawn to. */
  const accountOf = (member: Everywhere, number: string): Promise<string> => {
    const name = `${member.user.id} ${number}`
    const save = async () => {
      const saved = await done({ member, path: '/api/wallet/bank-accounts', body: bankDetails(number) }, null)
      await passDays(member.browser, 2)
      return textIn(saved, 'id')
    }
    const known = accounts.get(name) ?? save()
    accounts.set(name, known)
    return known
  }
  const withdraws = async (
    member: Everywhere,
    cents: bigint,
    number: string = PAYOUT_NUMBERS.arrives,
  ): Promise<Call> => ({
    member,
    path: '/api/wallet/withdrawals',
    body: {
      bank_account_id: await accountOf(member, number),
      amount_usd: formatMinor('USD', cents),
      rail: 'ach',
    },
  })
  const cancelsIt = (member: Everywhere, withdrawal: unknown): Call => ({
    member,
    path: `/api/wallet/withdrawals/${textIn(withdrawal, 'withdrawal_id')}/cancel`,
  })
  /** Those that earlier forms left waiting for a person, of which there can be five. */
  const cancelsAll = async (member: Everywhere): Promise<void> => {
    const listed = field(await read(member, '/api/wallet/withdrawals?limit=50'), 'withdrawals')
    if (!Array.isArray(listed)) throw new Error('There are no withdrawals')
    for (const one of listed) await world.send(cancelsIt(member, one), randomUUID(), 0)
  }
  const cancels = async (member: Everywhere): Promise<Call> => {
    const asked = await done(await withdraws(member, 1_00n, PAYOUT_NUMBERS.watched))
    return cancelsIt(member, asked)
  }
  const bills = createBillStreams({ store: world.store, clock: world.clock })
  let billed = 0
  const billOf = async ({ user }: Everywhere, cents: bigint): Promise<string> => {
    billed += 1
    const period = `${2020 + Math.floor(billed / 12)}-${String((billed % 12) + 1).padStart(2, '0')}`
    const billId = billIdOf('tellepathy', user.id, period)
    await bills.execute(
      billId,
      {
        type: 'issue',
        billId,
        memberId: user.id,
        biller: 'tellepathy',
        period,
        lines: [{ item: 'plan:standard', reference: randomUUID(), cents }],
        dueOn: '2039-12-31',
      },
      { actor: 'system', causationId: billId },
    )
    return billId
  }
  const pays = async (member: Everywhere, cents: bigint): Promise<Call> => {
    const path = `/api/bills/${await billOf(member, cents)}`
    await eventually(async () => (await member.browser.fetch(path)).ok, 'the bill is there')
    return { member, path: `${path}/pay` }
  }
  const orders = (member: Everywhere, label: string): Call => ({
    member,
    path: '/api/mvno/esim/provision',
    body: { device_label: label },
  })
  const devicesOf = async (member: Everywhere): Promise<readonly unknown[]> => {
    const found = field(await read(member, '/api/mvno/esim/profiles'), 'profiles')
    return Array.isArray(found) ? found : []
  }

  return [
    {
      operation: 'initializeTreasury',
      fact: null,
      ready: async (turn) => ({ call: { member: pair(turn)[0], path: '/api/wallet/initialize-treasury' } }),
    },
    {
      operation: 'withdraw',
      fact: 'WithdrawalRequested',
      ready: async (turn) => {
        const [member] = pair(turn)
        return { call: await withdraws(member, 1_00n), other: await withdraws(member, 2_00n) }
      },
      scarce: async () => {
        const [member] = await richest()
        const cents = await most(member, 'usd')
        return { calls: [await withdraws(member, cents), await withdraws(member, cents - 1n)] }
      },
    },
    {
      operation: 'cancelWithdrawal',
      // Its fact is of the withdrawal, once whoever cancels it, and not of a key.
      fact: null,
      ready: async (turn) => {
        const [member] = pair(turn)
        await cancelsAll(member)
        return { call: await cancels(member), other: await cancels(member) }
      },
      scarce: async (turn) => {
        const [member] = pair(turn)
        const call = await cancels(member)
        return { calls: [call, call], wins: [2] }
      },
    },
    {
      operation: 'createPaymentIntent',
      fact: 'DepositInitiated',
      ready: async (turn) => {
        const [member] = pair(turn)
        return { call: byCard(member, 200_00), other: byCard(member, 201_00) }
      },
    },
    {
      operation: 'createAchDeposit',
      fact: 'DepositInitiated',
      ready: async (turn) => {
        const [member] = pair(turn)
        return { call: await byBank(member, 1_00), other: await byBank(member, 2_00) }
      },
      // $10,000 can be reversible at a time.
      scarce: async (turn) => {
        const [member] = pair(turn)
        await done(await byBank(member, 3_000_00))
        return { calls: [await byBank(member, 4_000_00), await byBank(member, 4_001_00)] }
      },
    },
    {
      operation: 'payBill',
      fact: 'BillPaidFromWallet',
      ready: async (turn) => {
        const [member] = pair(turn)
        return { call: await pays(member, 1_00n), other: await pays(member, 2_00n) }
      },
      scarce: async () => {
        const [member] = await richest()
        const cents = await most(member, 'usd')
        return { calls: [await pays(member, cents), await pays(member, cents - 1n)] }
      },
    },
    {
      operation: 'provisionProfile',
      fact: null,
      ready: async (turn) => {
        const [member] = pair(turn)
        return { call: orders(member, 'Phone'), other: orders(member, 'Watch') }
      },
      scarce: async (turn) => {
        const [member] = pair(turn)
        for (let n = (await devicesOf(member)).length; n < DEVICES_MAX - 1; n += 1)
          await done(orders(member, `Phone ${n}`))
        return { calls: [orders(member, 'Phone'), orders(member, 'Watch')] }
      },
    },
  ]
}
