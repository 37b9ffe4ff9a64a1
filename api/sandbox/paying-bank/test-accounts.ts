import type { ReceivingBank } from '../../withdrawals/paying-bank.ts'

/** What becomes of payouts to an account, by its number; any other number is one to which they arrive. */
export const BEHAVIOURS = [
  'arrives',
  'missing',
  'closed',
  'declined',
  'moved',
  'blocked',
  'slow_only',
  'watched',
  'unanswered',
] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

const ROUTING_NUMBER = '110000000'

interface TestAccount {
  readonly accountNumber: string
  readonly behaviour: Behaviour
  readonly outcome: string
}

const ACCOUNTS: readonly TestAccount[] = [
  { accountNumber: '000123456789', behaviour: 'arrives', outcome: 'The withdrawal arrives' },
  {
    accountNumber: '000111111116',
    behaviour: 'missing',
    outcome: 'Comes back after two banking days: no such account (R03)',
  },
  {
    accountNumber: '000111111113',
    behaviour: 'closed',
    outcome: 'Comes back after two banking days: account closed (R02)',
  },
  {
    accountNumber: '000555555559',
    behaviour: 'declined',
    outcome: 'Comes back when it seemed to have arrived, after five banking days (R23)',
  },
  {
    accountNumber: '000444444442',
    behaviour: 'moved',
    outcome: 'Arrives, and its bank asks to have its number put right to one ending in 6789 (C01)',
  },
  { accountNumber: '000777777771', behaviour: 'blocked', outcome: 'The bank does not take it' },
  {
    accountNumber: '000333333335',
    behaviour: 'slow_only',
    outcome: 'Takes nothing that is instant: goes by ACH, and the fee comes back',
  },
  {
    accountNumber: '000666666661',
    behaviour: 'watched',
    outcome: 'The bank looks at it for a banking day and then takes it',
  },
  {
    accountNumber: '000222222227',
    behaviour: 'unanswered',
    outcome: 'The bank takes it, but its first answer is lost',
  },
]

/** What the bank of an account that has moved gives as its number. */
export const MOVED_TO = '000123456789'

/** Behaviour of an account by its number. */
export const behaviourOf = (accountNumber: string): Behaviour =>
  ACCOUNTS.find((account) => account.accountNumber === accountNumber)?.behaviour ?? 'arrives'

export const TEST_PAYOUT_ACCOUNTS = ACCOUNTS.map(({ accountNumber, outcome }) => ({
  routingNumber: ROUTING_NUMBER,
  accountNumber,
  outcome,
}))

/** The banks of the sandbox; every other routing number is one that it knows by nothing but ACH. */
const BANKS: ReadonlyMap<string, ReceivingBank> = new Map([
  [ROUTING_NUMBER, { name: 'Sandbox Test Bank', rails: ['ach', 'instant'] }],
  // Another number of the same bank.
  ['110000026', { name: 'Sandbox Test Bank', rails: ['ach'] }],
  ['110000013', { name: 'Sandbox Savings Bank', rails: ['ach'] }],
])

/** A routing number that no bank has. */
const NOBODYS = '800000006'

/** The bank of a routing number; null when no bank has it. */
export const sandboxBankOf = (routingNumber: string): ReceivingBank | null =>
  routingNumber === NOBODYS ? null : (BANKS.get(routingNumber) ?? { name: null, rails: ['ach'] })
