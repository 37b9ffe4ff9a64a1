import { derivedId } from '../../../../events/ids.ts'
import { refuse, type Books } from '../books.ts'
import type { DepositIntent } from './intents.ts'

const STAGES = ['submitted', 'action_required', 'processing', 'failed', 'succeeded', 'returned'] as const

export const createDepositReference = ({ open, begin }: Books) => {
  const deposits = new Map<string, { member: string; cents: bigint; stage: number; succeeded: boolean }>()

  const webhook = ({ depositId, to, off }: Extract<DepositIntent, { do: 'webhook' }>): string => {
    const deposit = deposits.get(depositId) ?? refuse('deposit_not_found')
    if (STAGES.indexOf(to) <= deposit.stage) return 'done'
    if (to === 'succeeded' && off !== 0n) refuse('deposit_mismatch')
    deposit.stage = STAGES.indexOf(to)
    if (to === 'succeeded') deposit.succeeded = true
    if (to === 'succeeded') begin(deposit.member).balances.USD += deposit.cents
    if (to === 'returned' && deposit.succeeded) begin(deposit.member).balances.USD -= deposit.cents
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
