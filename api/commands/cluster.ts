/**
 * `docker compose run --rm cluster grow`: makes three nodes of one EventStoreDB; `leave`: one of three; `adopt`: knows three of an
 * earlier release. `check` and `alone`
 * run before each start of the nodes, and refuse one that could lose events. See docs/operations/ledger-choice.md.
 */
import { connect } from 'node:net'
import { InvalidConfig } from '../config/invalid-config.ts'
import { adoptCluster, checkAlone, checkCluster, growCluster, leaveCluster } from './eventstore-volumes.ts'

const FOLDERS = ['/nodes/1', '/nodes/2', '/nodes/3']
const HOSTS = ['eventstore', 'eventstore-2', 'eventstore-3']
const PORT = 2113
const ANSWER_MS_MAX = 3_000

const answers = (host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port: PORT, timeout: ANSWER_MS_MAX })
    const end = (isRunning: boolean) => () => {
      socket.destroy()
      resolve(isRunning)
    }
    socket.once('connect', end(true)).once('timeout', end(true)).once('error', end(false))
  })

const assertStopped = async (): Promise<void> => {
  for (const host of HOSTS)
    if (await answers(host))
      throw new InvalidConfig(
        `${host} runs: stop everything first (docker compose stop). A log that is written to cannot be copied this way`,
      )
}

const [command] = process.argv.slice(2)
try {
  if (command === 'alone') checkAlone('/nodes/1')
  else if (command === 'check') checkCluster(FOLDERS)
  else if (command === 'grow') {
    await assertStopped()
    await growCluster(FOLDERS)
    console.log('The three nodes have the same log. Start them: docker compose up -d')
  } else if (command === 'adopt') {
    await assertStopped()
    adoptCluster(FOLDERS)
    console.log('The three nodes are known as one cluster. Start them: docker compose up -d')
  } else if (command === 'leave') {
    await assertStopped()
    leaveCluster(FOLDERS)
    console.log('The first node goes on alone: take compose.cluster.yml out of COMPOSE_FILE and start')
  } else throw new InvalidConfig('Say what to do: grow, leave, adopt, check or alone')
} catch (error) {
  console.error(error instanceof InvalidConfig ? `\n${error.message}\n` : error)
  process.exitCode = 1
}
