import { CURRENCY_DECIMALS, Currency } from '../../../api/contract/fields.ts'
import type { ReceiptEvent } from '../../../api/contract/receipt-check.ts'
import { decimalOf } from '../../../api/contract/money.ts'
import { formatMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'

const TITLES: Readonly<Record<string, string>> = {
  DepositCredited: t('Deposit'),
  DepositReversed: t('Deposit taken back'),
  DepositTakenBack: t('Part of a deposit taken back'),
  DebtTakenOver: t('Debt of your closed account'),
  DepositGivenBack: t('Part of a deposit given back'),
  TransferSent: t('Transfer sent'),
  TransferReceived: t('Transfer received'),
  TransferReturned: t('Transfer returned'),
  InterestPaid: t('Interest'),
  YutGranted: t('YUT grant'),
  YutStaked: t('Tokens staked'),
  YutUnstaked: t('Tokens unstaked'),
  RewardsClaimed: t('Rewards claimed'),
  VoteCast: t('Vote'),
  BillPaid: t('Bill payment'),
  WithdrawalRequested: t('Withdrawal'),
}

/** Title of an event; made from the type if there is no text: "PoolCreated" becomes "Pool created". */
export const titleOfEvent = (type: string): string =>
  TITLES[type] ?? type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const MINOR = /^-?\d{1,40}$/

/** Formats an amount of the ledger, `{currency, minor}`; null for anything else. */
const amountText = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null || !('currency' in value) || !('minor' in value))
    return null
  const currency = Currency.safeParse(value.currency)
  const { minor } = value
  if (!currency.success || typeof minor !== 'string' || !MINOR.test(minor)) return null
  return formatMoney(decimalOf(BigInt(minor), CURRENCY_DECIMALS[currency.data]), currency.data)
}

const VOTES: Readonly<Record<string, string>> = {
  for: t('For'),
  against: t('Against'),
  abstain: t('Abstain'),
}

/** Labels and values of an event's readable fields; `idsOfEvent` has the ids. */
export const factsOfEvent = ({ data }: ReceiptEvent): readonly (readonly [name: string, value: string])[] => {
  const facts: [string, string][] = []
  const amount = amountText(data['amount'])
  if (amount !== null) facts.push([t('Amount'), amount])
  const fee = amountText(data['fee'])
  if (fee !== null) facts.push([t('Fee'), fee])
  const { vote, weight } = data
  if (typeof vote === 'string') facts.push([t('Vote'), VOTES[vote] ?? vote])
  if (typeof weight === 'string' && MINOR.test(weight))
    facts.push([t('Weight'), formatMoney(decimalOf(BigInt(weight), CURRENCY_DECIMALS.YUT), 'YUT')])
  return facts
}

const ID_NAMES: Readonly<Record<string, string>> = {
  transferId: t('Transfer'),
  depositId: t('Deposit'),
  proposalId: t('Proposal'),
  voteId: t('Vote id'),
  billId: t('Bill'),
  poolId: t('Pool'),
  memberId: t('Member'),
  from: t('From member'),
  to: t('To member'),
}

/** Labels and values of an event's ids. */
export const idsOfEvent = ({ data }: ReceiptEvent): readonly (readonly [name: string, id: string])[] =>
  Object.entries(ID_NAMES).flatMap(([field, name]) => {
    const id = data[field]
    return typeof id === 'string' ? [[name, id] as const] : []
  })
