import { createHash, randomUUID } from 'node:crypto'
import {
  chownSync,
  copyFileSync,
  createReadStream,
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { InvalidConfig } from '../config/invalid-config.ts'

/** In each volume of a cluster: the id that its nodes have in common. */
const MARKER = 'youtility-cluster'
/** In a volume while the first node's is copied into it. */
const GROWING = 'youtility-growing'
/** EventStoreDB's user, in its image and in ours. */
const OWNER = 1000

/** What a node's volume says of itself, without its server. */
interface NodeState {
  readonly folder: string
  /** Bytes of its log; null when there is none. */
  readonly bytes: bigint | null
  readonly cluster: string | null
}

const stateOf = (folder: string): NodeState => {
  const checkpoint = path.join(folder, 'writer.chk')
  const marker = path.join(folder, MARKER)
  const bytes = existsSync(checkpoint) ? readFileSync(checkpoint).readBigInt64LE(0) : 0n
  return {
    folder,
    bytes: bytes > 0n ? bytes : null,
    cluster: existsSync(marker) ? readFileSync(marker, 'utf8').trim() : null,
  }
}

const write = (folder: string, name: string, text: string): void => {
  writeFileSync(path.join(folder, name), `${text}\n`, { flush: true })
  if (process.getuid?.() !== 0) return
  // A volume that is not empty any more keeps its owner, which must be the server's user.
  for (const one of [folder, path.join(folder, name)]) chownSync(one, OWNER, OWNER)
}

const refuse = (reason: string, remedy: string): never => {
  throw new InvalidConfig(`${reason}. Nothing was changed. ${remedy}`)
}

const describe = ({ bytes }: NodeState): string => (bytes === null ? 'is empty' : `has ${bytes} bytes`)
const list = (nodes: readonly NodeState[]): string =>
  nodes.map((node, at) => `node ${at + 1} ${describe(node)}`).join(', ')

/**
 * Before one node starts alone: it must not be one of a cluster, whose other nodes may have what it lacks.
 * @throws {InvalidConfig}
 */
export const checkAlone = (folder: string): void => {
  if (stateOf(folder).cluster !== null)
    refuse(
      'This EventStoreDB is one node of a cluster, and would go on alone while the others have other events',
      'Start with compose.cluster.yml, or end the cluster first: docker compose run --rm cluster leave',
    )
}

/**
 * Before the nodes of a cluster start: two empty nodes, or two with an old copy, would elect one of themselves, and the
 * third would cut off its own log to follow. So all that have a log must be of one cluster, and most must have one.
 * @throws {InvalidConfig}
 */
export const checkCluster = (folders: readonly string[]): void => {
  const nodes = folders.map(stateOf)
  const growing = folders.find((folder) => existsSync(path.join(folder, GROWING)))
  const filled = nodes.filter(({ bytes }) => bytes !== null)
  const ids = new Set(filled.map(({ cluster }) => cluster))
  if (growing !== undefined || ids.size > 1 || ids.has(null))
    refuse(
      `These volumes are not those of one cluster: ${list(nodes)}`,
      'To make a cluster of the first node, stop all nodes and run: docker compose run --rm cluster grow',
    )
  if (filled.length > 0 && filled.length * 2 <= nodes.length)
    refuse(
      `Most nodes of the cluster are empty and could elect one of themselves: ${list(nodes)}`,
      'Bring the lost volumes back, or restore a backup',
    )
  const [id = randomUUID()] = ids
  for (const node of nodes) if (node.cluster === null && id !== null) write(node.folder, MARKER, id)
}

const filesOf = (folder: string): readonly string[] =>
  globSync('**/*', { cwd: folder })
    .filter((name) => statSync(path.join(folder, name)).isFile() && name !== MARKER && name !== GROWING)
    .toSorted()

const digestOf = async (folder: string): Promise<string> => {
  const digest = createHash('sha256')
  for (const name of filesOf(folder)) {
    digest.update(`${name}\0`)
    // What EventStoreDB's manual has a restored node begin with; differs from the source on purpose.
    if (name === 'truncate.chk') continue
    for await (const chunk of createReadStream(path.join(folder, name))) digest.update(chunk)
  }
  return digest.digest('hex')
}

const chownAll = (folder: string): void => {
  if (process.getuid?.() !== 0) return
  for (const name of ['.', ...globSync('**/*', { cwd: folder })])
    chownSync(path.join(folder, name), OWNER, OWNER)
}

const empty = (folder: string): void => {
  for (const name of readdirSync(folder))
    if (name !== GROWING) rmSync(path.join(folder, name), { recursive: true })
}

/**
 * Makes a cluster of one stopped node: copies its volume into those of the others, compares the copies, and only then
 * marks all of them as one cluster. Broken off, it may be run again.
 * @throws {InvalidConfig} the first node has no log, or another one has
 */
export const growCluster = async (folders: readonly string[]): Promise<void> => {
  const [first, ...others] = folders.map(stateOf)
  if (!first || first.bytes === null)
    return refuse(
      'The first node has no log to copy',
      'A new cluster needs no growing: start it with compose.cluster.yml',
    )
  if (first.cluster !== null && others.every(({ cluster }) => cluster === first.cluster))
    return refuse('These nodes are one cluster already', 'Start it with compose.cluster.yml')
  for (const [at, { folder, bytes }] of others.entries())
    if (bytes !== null && !existsSync(path.join(folder, GROWING)))
      refuse(
        `Node ${at + 2} has a log of its own (${bytes} bytes; the first node has ${first.bytes})`,
        `If nothing in it is needed, remove its volume: docker volume rm youtility_eventstore-${at + 2}-data`,
      )
  const expected = await digestOf(first.folder)
  for (const { folder } of others) {
    write(folder, GROWING, first.folder)
    empty(folder)
    cpSync(first.folder, folder, { recursive: true, filter: (name) => path.basename(name) !== MARKER })
    copyFileSync(path.join(folder, 'chaser.chk'), path.join(folder, 'truncate.chk'))
    if ((await digestOf(folder)) !== expected || stateOf(first.folder).bytes !== first.bytes)
      throw new Error(`The copy in ${folder} is not as the first node: is a node running? Run grow again`)
    chownAll(folder)
  }
  const id = randomUUID()
  for (const { folder } of [...others, first]) write(folder, MARKER, id)
  for (const { folder } of others) rmSync(path.join(folder, GROWING))
}

/**
 * Marks the stopped nodes of a cluster that an earlier release has made.
 * @throws {InvalidConfig} one is empty or marked, or fewer than most have all that any of them has
 */
export const adoptCluster = (folders: readonly string[]): void => {
  const nodes = folders.map(stateOf)
  if (nodes.some(({ bytes, cluster }) => bytes === null || cluster !== null))
    refuse(
      `These are not three nodes of an earlier release: ${list(nodes)}`,
      'A single node grows: cluster grow',
    )
  const most = nodes.reduce((highest, { bytes }) => ((bytes ?? 0n) > highest ? (bytes ?? 0n) : highest), 0n)
  if (nodes.filter(({ bytes }) => bytes === most).length * 2 <= nodes.length)
    refuse(
      `Only one node has the end of the log: ${list(nodes)}`,
      'Start them with the earlier release, wait until all have caught up, and stop them again',
    )
  const id = randomUUID()
  for (const { folder } of nodes) write(folder, MARKER, id)
}

/**
 * Lets the first node go on alone: it must have all that the others have.
 * @throws {InvalidConfig}
 */
export const leaveCluster = (folders: readonly string[]): void => {
  const nodes = folders.map(stateOf)
  const [first] = nodes
  if (!first || first.cluster === null) return refuse('The first node is in no cluster', 'Start it')
  if (nodes.some(({ bytes }) => (bytes ?? 0n) > (first.bytes ?? 0n)))
    refuse(
      `The first node lacks what another has: ${list(nodes)}`,
      'Start the cluster, wait until it has caught up, and stop it again',
    )
  for (const { folder } of nodes) rmSync(path.join(folder, MARKER), { force: true })
}
