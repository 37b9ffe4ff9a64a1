import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createIncreasePayingBank } from '../../api/withdrawals/increase/paying-bank.ts'
import { BankUnavailable, type PayoutAccount, type PayoutOrder } from '../../api/withdrawals/paying-bank.ts'
import { addBusinessDays } from '../../events/business-days.ts'
import {
  ACCOUNT_ID,
  API_KEY,
  MOVED_TO,
  NUMBERS,
  ROUTING,
  startIncreaseFake,
  type IncreaseFake,
} from '../support/increase/fake.ts'
import { payingBankContract, type PayoutCase } from './paying-bank/contract.ts'

const ACCOUNTS: Readonly<Record<PayoutCase, readonly [routing: string, number: string]>> = {
  arrives: [ROUTING.realTime, NUMBERS.arrives],
  returned: [ROUTING.realTime, NUMBERS.returned],
  moved: [ROUTING.realTime, NUMBERS.moved],
  refused: [ROUTING.realTime, NUMBERS.rejected],
  'not instant': [ROUTING.ach, NUMBERS.arrives],
  'looked at first': [ROUTING.realTime, NUMBERS.reviewed],
  'answer lost': [ROUTING.realTime, NUMBERS.arrives],
}

const accountFor = (which: PayoutCase): PayoutAccount => {
  const [routingNumber, accountNumber] = ACCOUNTS[which]
  return { holderName: 'Søren Kierkegaard-Østergaard', routingNumber, accountNumber, accountType: 'checking' }
}

const bankOf = (fake: IncreaseFake, clock: () => Date) =>
  createIncreasePayingBank({ apiKey: API_KEY, accountId: ACCOUNT_ID, apiUrl: fake.url, clock })

payingBankContract('Increase', async () => {
  let now = new Date('2026-11-18T12:00:00Z')
  // Each of its moments is later than the one before, as in the world.
  const clock = () => (now = new Date(now.getTime() + 10))
  const fake = await startIncreaseFake(clock)
  return {
    bank: bankOf(fake, clock),
    accountFor,
    loseAnswer: fake.loseNextAnswer,
    movedTo: MOVED_TO,
    receive: async (cents) => void fake.receive(fake.ownNumber(), Number(cents)),
    routingNumbers: { both: ROUTING.fedNow, ach: ROUTING.ach, none: ROUTING.none },
    passBankingDays: (days) => void (now = addBusinessDays(now, days)),
    stop: fake.stop,
  }
})
