import { Metadata, status } from '@grpc/grpc-js'

/** Why a member refuses what only the leader does. */
export interface Refusal {
  readonly code: status
  readonly details: string
  /** Names the leader; undefined while nobody leads. */
  readonly metadata?: Metadata
}

/** A member's role in its cluster: a single server always leads. */
export interface Role {
  /** Null when it leads. */
  refusal(): Refusal | null
  /** Ports of all members and of the leader, as this member reports them. */
  members(): { readonly ports: readonly number[]; readonly leader: number | null }
}

export const notLeader = (leader: number | null): Refusal => {
  if (leader === null) return { code: status.UNAVAILABLE, details: 'Server Is Not Ready' }
  const metadata = new Metadata()
  metadata.set('exception', 'not-leader')
  metadata.set('leader-endpoint-host', '127.0.0.1')
  metadata.set('leader-endpoint-port', String(leader))
  return { code: status.NOT_FOUND, details: 'Leader info available', metadata }
}
