import { addDays } from '../../events/calendar.ts'
import { legCents, PaymentReason, type Leg } from '../../events/bills/events.ts'
import { formatMinor } from '../../events/money.ts'
import type { BillRow } from '../../projections/bills/queries.ts'
import { poolNamesOf } from '../../projections/pools/queries.ts'
import { AUTO_PAY_DAYS_BEFORE, type Bill, type BillLeg, type BillStatus } from '../contract/bills.ts'
import type { BillsArea } from './context.ts'
import { ERASED_NAME } from '../pools/views.ts'
import { textOf } from '../wallet/history.ts'
import type { Biller } from './biller.ts'

/** The first day on which auto-pay tries a bill. */
export const autoPayDay = (dueOn: string): string => addDays(dueOn, -AUTO_PAY_DAYS_BEFORE)

export const titleOf = (billers: readonly Biller[], name: string): string =>
  billers.find((biller) => biller.name === name)?.title ?? name

const REASONS: Readonly<Record<PaymentReason, (missing: string) => string>> = {
  no_auto_pay_pool: () =>
    'None of your pools pays bills. Switch auto-pay on in a pool’s settings, or pay by hand.',
  pools_short: (missing) =>
    `Your pools’ dividends and gains are ${missing} short. They are asked again every day; you can also pay by hand, or let auto-pay use your wallet.`,
  wallet_short: (missing) =>
    `Your pools and your USD wallet together are ${missing} short. Add funds; it is tried again every day.`,
  changed_meanwhile: () =>
    'A pool or your wallet changed while the bill was being paid, so everything went back. It is tried again tomorrow; you can also pay by hand.',
}

const statusOf = ({ status, pastDue }: BillRow): BillStatus =>
  status === 'issued' && pastDue ? 'past_due' : status

const paidBy = ({ status, legs }: BillRow): Bill['paid_by'] => {
  if (status !== 'paid') return null
  const wallet = legs.some(({ source }) => source === 'wallet')
  const pools = legs.some(({ source }) => source === 'pool')
  if (pools) return wallet ? 'pools_and_wallet' : 'pools'
  return 'wallet'
}

const failureOf = ({ status, failure }: BillRow): Bill['auto_pay_failure'] => {
  if (status !== 'issued' || !failure) return null
  const reason = PaymentReason.parse(failure.reason)
  const message = REASONS[reason](`$${formatMinor('USD', failure.missing)}`)
  return { at: failure.at, reason, message, missing_cents: Number(failure.missing) }
}

const legView = (leg: Leg, nameOf: (poolId: string) => string): BillLeg => ({
  source: leg.source,
  pool_id: leg.source === 'pool' ? leg.poolId : null,
  pool_name: leg.source === 'pool' ? nameOf(leg.poolId) : null,
  amount_cents: Number(legCents(leg)),
  dividends_cents: leg.source === 'pool' ? Number(leg.dividends) : 0,
  gains_cents: leg.source === 'pool' ? Number(leg.gains) : 0,
})

/** Bills of one member, as shown to them. */
export const billViews = async (
  area: Pick<BillsArea, 'pool' | 'messageKeys' | 'billers'>,
  memberId: string,
  rows: readonly BillRow[],
): Promise<readonly Bill[]> => {
  const named = rows.some(({ legs }) => legs.some(({ source }) => source === 'pool'))
  const encrypted = named ? await poolNamesOf(area.pool, memberId) : new Map<string, never>()
  const names = new Map(
    await Promise.all(Array.from(encrypted, async ([id, name]) => [id, await textOf(area, name)] as const)),
  )
  const nameOf = (poolId: string): string => names.get(poolId) ?? ERASED_NAME
  return rows.map((row): Bill => ({
    id: row.id,
    biller: row.biller,
    biller_title: titleOf(area.billers, row.biller),
    period: row.period,
    amount_cents: Number(row.amount),
    lines: row.lines.map(({ item, reference, cents }) => ({ item, reference, amount_cents: Number(cents) })),
    status: statusOf(row),
    issued_at: row.issuedAt,
    due_on: row.dueOn,
    auto_pay_on: autoPayDay(row.dueOn),
    paid_at: row.paidAt,
    paid_by: paidBy(row),
    legs: row.status === 'issued' ? [] : row.legs.map((leg) => legView(leg, nameOf)),
    auto_pay_failure: failureOf(row),
  }))
}
