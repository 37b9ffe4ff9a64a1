import type { LedgerEvent } from '../ledger-event.ts'

export type ClaimFact = Extract<LedgerEvent, { readonly data: { readonly takeId: string } }>

const isClaimFact = (event: LedgerEvent): event is ClaimFact => 'takeId' in event.data

/** The wallet's fact about each of the deposit's. */
const FOLLOWS = { DepositTakenBack: 'DepositClaimed', DepositGivenBack: 'DepositReleased' } as const

const figuresOf = ({ data }: ClaimFact): string => `${data.amount.minor} and a fee of ${data.fee.minor}`

/** What a claim takes or releases in a deposit's stream moves in the wallet, once and with the same figures. */
export const createClaimChecks = () => {
  /** By take: what the stream says, until the wallet has done it. Few deposits are ever claimed. */
  const open = new Map<string, { readonly type: ClaimFact['type']; readonly figures: string }>()
  const done = new Set<string>()
  return {
    /** Whether the event was about a claim. */
    check: (event: LedgerEvent): boolean => {
      if (!isClaimFact(event)) return false
      const { takeId, depositId } = event.data
      if (event.type === 'DepositClaimed' || event.type === 'DepositReleased') {
        if (open.has(takeId) || done.has(takeId))
          throw new Error(`${event.type} ${takeId} of deposit ${depositId} stands twice`)
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
    /** Once everything is idle, none is left open. */
    finish: (): void => {
      const [left] = open.keys()
      if (left !== undefined) throw new Error(`The wallet has not followed claim ${left} of a deposit`)
    },
  }
}
