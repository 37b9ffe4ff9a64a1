import type { ReservedClaim } from '../../../../api/token/claims.ts'
import type { DatedFact } from '../../../../events/audit/dated-fact.ts'

export const createTokenViews = () => {
  const claims = new Map<string, ReservedClaim & { open: boolean }>()
  const stakeChanges: { readonly at: string; readonly minor: bigint }[] = []
  let funded = 0n
  let read = 0n

  return {
    note: ({ event: { type, data }, at, position }: DatedFact): void => {
      read = position
      if (type === 'RewardReserveFunded') funded += BigInt(data.amount.minor)
      if (type === 'RewardsReserved') {
        const { claimId, memberId, amount, claimedBefore } = data
        claims.set(claimId, {
          claimId,
          memberId,
          minor: BigInt(amount.minor),
          claimedBefore: BigInt(claimedBefore),
          reservedAt: at,
          position,
          open: true,
        })
      }
      if (type === 'RewardsClaimed' || type === 'RewardsReleased') {
        const claim = claims.get(data.claimId)
        if (claim) claim.open = false
      }
      if (type === 'YutStaked') stakeChanges.push({ at, minor: BigInt(data.amount.minor) })
      if (type === 'YutUnstaked') stakeChanges.push({ at, minor: -BigInt(data.amount.minor) })
    },
    queries: {
      funded: () => funded,
      claim: (id: string) => claims.get(id) ?? null,
      openClaims: (before: string) =>
        [...claims.values()].filter(({ open, reservedAt }) => open && reservedAt < before),
      totalStakeAt: (at: string) => ({
        minor: stakeChanges.reduce((sum, change) => (change.at > at ? sum : sum + change.minor), 0n),
        position: read,
      }),
    },
  }
}
