import { derivedId } from '../../../../events/ids.ts'
import { DAY, refuse, type Books } from '../books.ts'
import type { DepositIntent } from './intents.ts'

const STAGES = ['submitted', 'action_required', 'processing', 'failed', 'succeeded', 'returned'] as const

export const createDepositReference = ({ open, begin, hold, now }: Books) => {
  const deposits = new Map<
    string,
    { member: string; method: 'card' | 'ach'; cents: bigint; stage: number; succeeded: boolean }
  >()

  const webhook = ({ depositId, to, off }: Extract<DepositIntent, { do: 'webhook' }>): string => {
    const deposit = deposits.get(depositId) ?? refuse('deposit_not_found')
    if (STAGES.indexOf(to) <= deposit.stage) return 'done'
    if (to === 'succeeded' && off !== 0n) refuse('deposit_mismatch')
    deposit.stage = STAGES.indexOf(to)
    if (to === 'succeeded') deposit.succeeded = true
    if (to === 'succeeded') {
      begin(deposit.member).balances.USD += deposit.cents
      const days = deposit.method === 'card' ? 120 : 60
      hold(begin(deposit.member), depositId, deposit.cents, Math.floor(now() / DAY) + days)
    }
    if (to === 'returned' && deposit.succeeded) {
      const wallet = begin(deposit.member)
      wallet.balances.USD -= deposit.cents
      wallet.lots = wallet.lots.filter((lot) => lot.deposit !== depositId)
    }
    return 'done'
  }

  return {
    take: (intent: DepositIntent): string => {
      switch (intent.do) {
        case 'pay in':
          open(intent.member)
          deposits.set(derivedId('deposit', intent.member, intent.key), {
            ...intent,
            stage: 0,
            succeeded: false,
          })
          return 'done'
        case 'webhook':
          return webhook(intent)
      }
    },
  }
}
