import { systemClock } from '../../events/ids.ts'
import { momentOf, type Moment } from '../../events/moment.ts'
import { formatMinor } from '../../events/money.ts'
import { statementOf, type StatementEntry } from '../../events/wallet/statement.ts'
import { LedgerAccount, type BalancesAsOf, type StatementAsOf } from '../contract/reports.ts'
import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, reply, type ApiRouter } from '../http/operation.ts'
import { positionOf } from '../wallet/history.ts'
import type { ReportArea } from './context.ts'

const unanswerable = (sentence: string) =>
  new HttpError(422, 'cannot_be_answered', sentence, { fields: { at: sentence } })

const parsed = (text: string): Moment => {
  const moment = momentOf(text, 'end')
  if (moment) return moment
  const sentence = 'There is no such day or time.'
  throw new HttpError(400, 'invalid_request', sentence, { fields: { at: sentence } })
}

/**
 * A member's wallet as the ledger had it at a moment: entries from its own stream, at least one.
 * @throws {HttpError} 422 where there is nothing to say, which is not the same as nothing
 */
const walletAt = async (
  { store }: Pick<ReportArea, 'store'>,
  memberId: string,
  at: string | undefined,
): Promise<readonly StatementEntry[]> => {
  const moment = at === undefined ? null : parsed(at)
  if (moment?.kind === 'position') {
    const head = await store.head()
    if (moment.position > head)
      throw unanswerable(
        `The ledger ends at position ${head} and has nothing to say of ${moment.position} yet.`,
      )
  }
  // The moment is one of the store's clock.
  if (moment?.kind === 'time' && at !== undefined && isYetToCome(moment.time, at))
    throw unanswerable(`${at} has not come yet.`)
  const entries = await Array.fromAsync(statementOf(store, memberId, moment))
  if (entries.length > 0) return entries
  throw unanswerable(
    at === undefined
      ? 'You have no wallet yet.'
      : `You had no wallet yet at ${at}: give a later position or time.`,
  )
}

/** Today's end has not come, and still means today so far. */
const isYetToCome = (time: string, given: string): boolean => {
  const now = systemClock().toISOString()
  return given.length === 10 ? given > now.slice(0, 10) : time > now
}

const lastOf = (entries: readonly StatementEntry[]) => {
  const last = entries.at(-1)
  if (!last) throw new Error('A wallet has its opening at least')
  const { position, recordedAt } = last.recorded
  return { position: position.toString(), recorded_at: recordedAt }
}

const balancesOf = (entries: readonly StatementEntry[]): BalancesAsOf => {
  const balances = new Map<string, BalancesAsOf['balances'][number]>()
  for (const { account, currency, balance } of entries.flatMap(({ lines }) => lines))
    balances.set(account, {
      account: LedgerAccount.parse(account),
      currency,
      amount: formatMinor(currency, balance),
      amount_minor: balance.toString(),
    })
  const ordered = LedgerAccount.options.flatMap((account) => balances.get(account) ?? [])
  return { ...lastOf(entries), events: entries.length, balances: ordered }
}

const pageOf = (
  entries: readonly StatementEntry[],
  limit: number,
  cursor: string | undefined,
): StatementAsOf => {
  const before = positionOf(cursor)
  const older = before === undefined ? entries : entries.filter(({ recorded }) => recorded.position < before)
  const page = older.slice(-limit)
  return {
    ...lastOf(entries),
    entries: page.toReversed().map(({ recorded, lines }) => ({
      position: recorded.position.toString(),
      event_id: recorded.id,
      type: recorded.type,
      recorded_at: recorded.recordedAt,
      lines: lines.map(({ account, currency, minor, balance }) => ({
        account: LedgerAccount.parse(account),
        currency,
        amount: formatMinor(currency, minor),
        balance: formatMinor(currency, balance),
      })),
    })),
    next_cursor: older.length > limit ? (page[0]?.recorded.position.toString() ?? null) : null,
  }
}

/** The ledger's own answers, for any moment: no read model is asked. */
export const registerAsOf = (api: ApiRouter, area: Pick<ReportArea, 'store'>): void => {
  registerOperation(api, operations.getBalancesAsOf, async ({ member, query }) =>
    reply(balancesOf(await walletAt(area, member.id, query.at)), { asOf: systemClock() }),
  )
  registerOperation(api, operations.getStatementAsOf, async ({ member, query }) =>
    reply(pageOf(await walletAt(area, member.id, query.at), query.limit, query.cursor), {
      asOf: systemClock(),
    }),
  )
}
