/**
 * The sandbox's test cards and test bank accounts, like those that processors publish: each number determines how its
 * payment ends. None of them moves money.
 */
interface TestCard {
  readonly number: string
  /** The outcome, described for testers. */
  readonly outcome: string
}

interface TestBankAccount {
  readonly routing_number: string
  readonly account_number: string
  readonly outcome: string
}

export const TEST_CARDS = [
  { number: '4242424242424242', outcome: 'The payment succeeds' },
  { number: '4000000000000002', outcome: 'Declined' },
  { number: '4000000000009995', outcome: 'Declined: insufficient funds' },
  { number: '4000000000000069', outcome: 'Declined: expired card' },
  { number: '4000000000000127', outcome: 'Declined: incorrect security code' },
  { number: '4000000000000119', outcome: 'Declined: processing error' },
  { number: '4000000000000341', outcome: 'Accepted at first, then the charge fails' },
  { number: '4000002760003184', outcome: 'Asks for confirmation, as a bank would' },
  { number: '4000000000004210', outcome: 'Succeeds, and is one card for all members' },
] as const satisfies readonly TestCard[]

const ROUTING_NUMBER = '110000000'

export const TEST_BANK_ACCOUNTS = [
  { routing_number: ROUTING_NUMBER, account_number: '000123456789', outcome: 'The transfer arrives' },
  { routing_number: ROUTING_NUMBER, account_number: '000111111113', outcome: 'Fails: account closed (R02)' },
  { routing_number: ROUTING_NUMBER, account_number: '000111111116', outcome: 'Fails: no such account (R03)' },
  {
    routing_number: ROUTING_NUMBER,
    account_number: '000222222227',
    outcome: 'Fails: insufficient funds (R01)',
  },
  {
    routing_number: ROUTING_NUMBER,
    account_number: '000333333335',
    outcome: 'Fails: debit not authorised (R29)',
  },
  {
    routing_number: ROUTING_NUMBER,
    account_number: '000555555559',
    outcome: 'Arrives, and is returned days later (R10)',
  },
  {
    routing_number: ROUTING_NUMBER,
    account_number: '000666666661',
    outcome: 'The account cannot be verified and is not saved',
  },
  {
    routing_number: ROUTING_NUMBER,
    account_number: '000777777771',
    outcome: 'Fails: over the account limit',
  },
  {
    routing_number: ROUTING_NUMBER,
    account_number: '000888888881',
    outcome: 'Asks first for two small deposits: 32 and 45 cents',
  },
  {
    routing_number: ROUTING_NUMBER,
    account_number: '000999999991',
    outcome: 'Asks first for the code of a small deposit: SM11AA',
  },
] as const satisfies readonly TestBankAccount[]
