import { createClaims, startClaimCompletion } from '../../../../api/token/claims.ts'
import { createRewardReserve } from '../../../../api/token/reserve.ts'
import { createStakes } from '../../../../api/token/stakes.ts'
import { createTurns } from '../../../../events/turns.ts'
import { money } from '../../../../events/money.ts'
import { NO_SNAPSHOTS } from '../../../support/no-snapshots.ts'
import type { Core, Part } from '../core.ts'
import type { TokenIntent, TokenProcess } from './intents.ts'

export const startToken = (core: Core): Part<TokenIntent, TokenProcess> => {
  const { store, clock, log, views, wallets, recorded, context } = core
  const reserve = createRewardReserve({ store, snapshots: NO_SNAPSHOTS })
  const stakes = createStakes({ wallets, reserve, clock })
  const claims = createClaims({
    wallets,
    reserve,
    clock,
    inTurn: createTurns(),
    lookUp: async (claimId) => {
      const upTo = await store.head()
      return { claim: views().claim(claimId), upTo }
    },
    onUnsettled: () => {},
  })
  return {
    take: async (intent, repeated) => {
      switch (intent.do) {
        case 'stake':
        case 'unstake': {
          const { member: memberId, minor, key: idempotencyKey } = intent
          const amount = money('YUT', minor)
          await stakes.move({ kind: intent.do, memberId, idempotencyKey, amount, repeated })
          return 'done'
        }
        case 'claim': {
          const { member: memberId, key: idempotencyKey } = intent
          const { status, minor } = await claims.claim({ memberId, idempotencyKey, repeated })
          return `${status} ${minor}`
        }
        case 'fund reserve':
          await reserve.execute({ type: 'fundUpTo', total: money('YUT', intent.total) }, context('reserve'))
          return 'done'
      }
    },
    processes: {
      'complete claims': () =>
        startClaimCompletion({
          unfinished: async (before) => views().openClaims(before.toISOString()),
          finish: recorded((...given) => claims.settle(...given)),
          clock,
          log,
        }),
    },
  }
}
