import { newId } from '../../events/ids.ts'
import { formatMinor } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { limitAt, noDailyLimit, raiseAt, sentOn, type LimitCents } from '../../events/wallet/daily-limit.ts'
import type { Wallet } from '../../events/wallet/wallet.ts'
import { operations } from '../contract/operations.ts'
import type { DailyLimit } from '../contract/wallet.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import type { WalletArea } from './context.ts'
import { amountOf } from './send.ts'

const textOf = (cents: LimitCents): string | null => (cents === null ? null : formatMinor('USD', cents))
const wordsOf = (cents: LimitCents): string => (cents === null ? 'no limit' : `$${formatMinor('USD', cents)}`)

const limitOf = (wallet: Wallet) => (wallet.status === 'absent' ? noDailyLimit : wallet.dailyLimit)

const viewOf = (wallet: Wallet, at: string): DailyLimit => {
  const limit = limitOf(wallet)
  const raise = raiseAt(limit, at)
  return {
    limit_usd: textOf(limitAt(limit, at)),
    sent_today_usd: formatMinor('USD', wallet.status === 'absent' ? 0n : sentOn(wallet.sentInDay, at)),
    raise: raise && { limit_usd: textOf(raise.cents), from: raise.from },
  }
}

/**
 * Registers the routes of the daily limit. The limit is part of the wallet's stream, so that two transfers cannot both
 * use the same room; reads come straight from the stream. Every change is recorded in the member's security trail.
 */
export const registerDailyLimit = (
  api: ApiRouter,
  { wallets, clock }: Pick<WalletArea, 'wallets' | 'clock'>,
): void => {
  registerOperation(api, operations.getDailyLimit, async ({ member }) =>
    viewOf(await wallets.stateOf(member.id), clock().toISOString()),
  )
  registerOperation(api, operations.setDailyLimit, async ({ member, body, ctx }) => {
    const cents = body.limit_usd === null ? null : amountOf('USD', body.limit_usd).minor
    const at = clock().toISOString()
    const changeId = newId()
    const fresh = api.freshSignIn.isFresh(ctx)
    const { events, outcome, position } = await wallets
      .execute(
        member.id,
        { type: 'setDailyLimit', changeId, cents, fresh },
        { actor: member.id, correlationId: changeId, causationId: changeId, at, contested: true },
      )
      .catch((error: unknown) =>
        error instanceof Refusal && error.code === 'raise_not_fresh'
          ? api.freshSignIn.refuse(ctx, member.id, 'raising your daily limit')
          : Promise.reject(error),
      )
    const raises = events.some(({ type, data }) => type === 'DailyLimitSet' && data.from > at)
    if (outcome === 'appended')
      await api.freshSignIn.record(
        ctx,
        member.id,
        raises ? 'daily_limit_raise_asked' : 'daily_limit_lowered',
        wordsOf(cents),
      )
    return reply(viewOf(await wallets.stateOf(member.id), at), { position })
  })
}
