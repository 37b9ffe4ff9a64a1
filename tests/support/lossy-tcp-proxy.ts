import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface LossyTcpProxy {
  readonly port: number
  /** See `EventStoreHarness.loseAnswers`. */
  readonly lose: (how: 'silent' | 'broken') => void
  /** New connections get their answers again; those that were silenced stay silent for ever. */
  readonly restore: () => void
  readonly close: () => Promise<void>
}

/** A TCP relay to a local server that can drop the server's answers. */
export const createLossyTcpProxy = async (targetPort: number): Promise<LossyTcpProxy> => {
  let mode: 'faithful' | 'silent' | 'broken' = 'faithful'
  const pairs = new Set<readonly [Socket, Socket]>()

  const server = createServer((inbound) => {
    const outbound = connect(targetPort, '127.0.0.1')
    const pair = [inbound, outbound] as const
    pairs.add(pair)
    const cut = () => {
      pairs.delete(pair)
      inbound.destroy()
      outbound.destroy()
    }
    for (const socket of pair) socket.on('error', cut).on('close', cut)
    inbound.on('data', (bytes) => void outbound.write(bytes))
    let silenced = false
    outbound.on('data', (bytes) => {
      if (mode === 'broken') cut()
      else if (mode === 'silent') silenced = true
      else if (!silenced) inbound.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const cutAll = () => pairs.forEach(([inbound]) => inbound.destroy())

  return {
    port: typeof address === 'object' && address ? address.port : 0,
    lose: (how) => {
      mode = how
    },
    restore: () => {
      mode = 'faithful'
    },
    close: async () => {
      server.close()
      cutAll()
      await once(server, 'close')
    },
  }
}
