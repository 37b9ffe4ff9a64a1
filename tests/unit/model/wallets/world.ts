import { startTransferDelivery } from '../../../../api/wallet/transfers.ts'
import { startTreasuryInterest } from '../../../../api/wallet/treasury-interest.ts'
import { derivedId } from '../../../../events/ids.ts'
import { money } from '../../../../events/money.ts'
import type { Core, Part } from '../core.ts'
import type { WalletIntent, WalletProcess } from './intents.ts'

export const startWallets = (core: Core): Part<WalletIntent, WalletProcess> => {
  const { clock, log, views, wallets, ensureWallet, transfers, recorded, context } = core
  return {
    take: async (intent, repeated) => {
      switch (intent.do) {
        case 'open':
          await ensureWallet(intent.member)
          return 'done'
        case 'close':
          await wallets.execute(intent.member, { type: 'closeWallet' }, context(intent.member))
          return 'done'
        case 'bank': {
          const { member, currency, minor, key } = intent
          const depositId = derivedId('bank', key)
          await wallets.execute(
            member,
            { type: 'creditDeposit', depositId, source: 'bank', amount: money(currency, minor) },
            { ...context(depositId), step: { eventId: derivedId('DepositCredited', depositId), after: 0n } },
          )
          return 'done'
        }
        case 'send': {
          const { member: from, to, currency, minor, key: idempotencyKey } = intent
          const amount = money(currency, minor)
          const provenAt = clock().toISOString()
          const order = { idempotencyKey, from, to, amount, message: null, repeated, provenAt }
          return (await transfers.send(order)).status
        }
      }
    },
    processes: {
      'deliver transfers': () =>
        startTransferDelivery({
          unfinished: async (before) => views().undelivered(before.toISOString()),
          finish: recorded((...given) => transfers.deliver(...given)),
          clock,
          log,
        }),
      'pay interest': () =>
        startTreasuryInterest({
          due: async () => views().members(),
          caughtUp: async () => true,
          earning: { verifiedTimes: null },
          wallets: { ...wallets, execute: recorded((...given) => wallets.execute(...given)) },
          clock,
          log,
        }),
    },
  }
}
