import { Log } from './log.ts'
import { notLeader, type Role } from './role.ts'
import { startStandIn, type StandIn } from './server.ts'

export interface StandInCluster {
  /** The log of all members: storing takes a majority, which this cluster always has. */
  readonly log: Log
  readonly nodes: readonly StandIn[]
  readonly connectionString: string
  /** The one that leads; null while nobody does. */
  readonly leader: () => StandIn | null
  /** Makes this node the leader; null: nobody leads for now. */
  readonly elect: (node: StandIn | null) => void
  readonly stop: () => void
}

/** Three members of one cluster. The others refuse what only the leader does, and name it. */
export const startStandInCluster = async (): Promise<StandInCluster> => {
  const log = new Log()
  const nodes: StandIn[] = []
  let leader: StandIn | null = null
  const role = (own: () => number): Role => ({
    refusal: () => (leader?.port === own() ? null : notLeader(leader?.port ?? null)),
    members: () => ({ ports: nodes.map(({ port }) => port), leader: leader?.port ?? null }),
  })
  for (let node = 0; node < 3; node += 1) nodes.push(await startStandIn({ log, role }))
  leader = nodes[0] ?? null
  return {
    log,
    nodes,
    connectionString: `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`,
    leader: () => leader,
    elect: (node) => {
      leader = node
    },
    stop: () => {
      for (const node of nodes) node.kill()
    },
  }
}
