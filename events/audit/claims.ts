import { movesCents } from '../deposits/events.ts'
import type { LedgerEvent } from '../ledger-event.ts'

export type ClaimFact = Extract<LedgerEvent, { readonly data: { readonly takeId: string } }>

const isClaimFact = (event: LedgerEvent): event is ClaimFact => 'takeId' in event.data

/** The deposit's fact that each of the wallet's facts follows. */
const FOLLOWS = { DepositTakenBack: 'DepositClaimed', DepositGivenBack: 'DepositReleased' } as const

const figuresOf = ({ data }: ClaimFact): string => `${data.amount.minor} and a fee of ${data.fee.minor}`

/** Whatever a claim takes or releases in a deposit's stream moves once in the wallet, with the same figures. */
export const createClaimChecks = () => {
  /** The deposits' facts that no wallet has followed yet, by `takeId`. Few deposits are ever claimed. */
  const open = new Map<string, { readonly type: ClaimFact['type']; readonly figures: string }>()
  const done = new Set<string>()
  return {
    /** Checks a claim's event; returns false for any other event. */
    check: (event: LedgerEvent): boolean => {
      if (!isClaimFact(event)) return false
      const { takeId, depositId } = event.data
      if (event.type === 'DepositClaimed' || event.type === 'DepositReleased') {
        if (open.has(takeId) || done.has(takeId))
          throw new Error(`${event.type} ${takeId} of deposit ${depositId} stands twice`)
        if (!movesCents(event.data)) {
          done.add(takeId)
          return true
        }
        open.set(takeId, { type: event.type, figures: figuresOf(event) })
        return true
      }
      const begun = open.get(takeId)
      if (begun?.type !== FOLLOWS[event.type])
        throw new Error(
          `${event.type} ${takeId} of deposit ${depositId} stands without ${FOLLOWS[event.type]}`,
        )
      if (begun.figures !== figuresOf(event))
        throw new Error(
          `${event.type} ${takeId} of deposit ${depositId} moves ${figuresOf(event)}, not ${begun.figures}`,
        )
      open.delete(takeId)
      done.add(takeId)
      return true
    },
    /** When idle, no claim may be open. */
    finish: (): void => {
      const [left] = open.keys()
      if (left !== undefined) throw new Error(`The wallet has not followed claim ${left} of a deposit`)
    },
  }
}
