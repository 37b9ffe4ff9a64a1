import { CURRENCY_DECIMALS, Currency } from '../../../api/contract/fields.ts'
import type { ReceiptEvent } from '../../../api/contract/receipt-check.ts'
import { decimalOf, formatMoney } from '../../../api/contract/money.ts'

const TITLES: Readonly<Record<string, string>> = {
  DepositCredited: 'Deposit',
  DepositReversed: 'Deposit taken back',
  DepositTakenBack: 'Part of a deposit taken back',
  DebtTakenOver: 'Debt of your closed account',
  DepositGivenBack: 'Part of a deposit given back',
  TransferSent: 'Transfer sent',
  TransferReceived: 'Transfer received',
  TransferReturned: 'Transfer returned',
  InterestPaid: 'Interest',
  YutGranted: 'YUT grant',
  YutStaked: 'Tokens staked',
  YutUnstaked: 'Tokens unstaked',
  RewardsClaimed: 'Rewards claimed',
  VoteCast: 'Vote',
  BillPaid: 'Bill payment',
}

/** What an event is called; one that has no words yet by its own name: "PoolCreated" is "Pool created". */
export const titleOfEvent = (type: string): string =>
  TITLES[type] ?? type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const MINOR = /^-?\d{1,40}$/

/** An amount as the ledger writes it: `{currency, minor}`; null for anything else. */
const amountText = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null || !('currency' in value) || !('minor' in value))
    return null
  const currency = Currency.safeParse(value.currency)
  const { minor } = value
  if (!currency.success || typeof minor !== 'string' || !MINOR.test(minor)) return null
  return formatMoney(decimalOf(BigInt(minor), CURRENCY_DECIMALS[currency.data]), currency.data)
}

const VOTES: Readonly<Record<string, string>> = { for: 'For', against: 'Against', abstain: 'Abstain' }

/** Names and values of what an event says that people understand; ids follow on their own. */
export const factsOfEvent = ({ data }: ReceiptEvent): readonly (readonly [name: string, value: string])[] => {
  const facts: [string, string][] = []
  const amount = amountText(data['amount'])
  if (amount !== null) facts.push(['Amount', amount])
  const fee = amountText(data['fee'])
  if (fee !== null) facts.push(['Fee', fee])
  const { vote, weight } = data
  if (typeof vote === 'string') facts.push(['Vote', VOTES[vote] ?? vote])
  if (typeof weight === 'string' && MINOR.test(weight))
    facts.push(['Weight', formatMoney(decimalOf(BigInt(weight), CURRENCY_DECIMALS.YUT), 'YUT')])
  return facts
}

const ID_NAMES: Readonly<Record<string, string>> = {
  transferId: 'Transfer',
  depositId: 'Deposit',
  proposalId: 'Proposal',
  voteId: 'Vote id',
  billId: 'Bill',
  poolId: 'Pool',
  memberId: 'Member',
  from: 'From member',
  to: 'To member',
}

/** The ids that an event names, under words for them. */
export const idsOfEvent = ({ data }: ReceiptEvent): readonly (readonly [name: string, id: string])[] =>
  Object.entries(ID_NAMES).flatMap(([field, name]) => {
    const id = data[field]
    return typeof id === 'string' ? [[name, id] as const] : []
  })
