import { startStandIn } from './server.ts'

/**
 * The stand-in as a separate process, controlled by messages from its parent. A "kill" does not end the process: it
 * breaks all connections and preserves the stored events, as a disk would.
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
