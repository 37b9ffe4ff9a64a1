import { startStandIn } from './server.ts'

/**
 * The stand-in as a process of its own, told by its parent what to undergo. The process lives on when it is
 * "killed": it breaks all connections and keeps what was stored, as a disk would.
 */
const server = await startStandIn()
process.on('message', (order) => {
  if (order === 'kill') server.kill()
  if (order === 'hold') server.faults.allAppends = 'hold'
  if (order === 'release') {
    server.faults.allAppends = null
    server.faults.release()
  }
  const done = order === 'start' ? server.start() : Promise.resolve()
  void done.then(() => process.send?.({ done: order }))
})
process.on('disconnect', () => process.exit())
process.send?.({ port: server.port })
