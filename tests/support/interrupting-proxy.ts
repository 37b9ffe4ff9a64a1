import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP relay to a local server that goes away when so many packets have been sent through it. */
export interface InterruptingProxy {
  readonly port: number
  /** Packets sent to the server since the last {@link restore}. */
  readonly sent: () => number
  /** Breaks every connection and refuses new ones from this packet on. */
  readonly interruptAt: (packet: number) => void
  readonly isAway: () => boolean
  /** It relays again, and counts from zero. */
  readonly restore: () => void
  readonly close: () => Promise<void>
}

export const createInterruptingProxy = async (targetPort: number): Promise<InterruptingProxy> => {
  const sockets = new Set<Socket>()
  let [sent, last, isAway] = [0, Infinity, false]
  const cutAll = (): void => sockets.forEach((socket) => void socket.destroy())

  const server = createServer((inbound) => {
    if (isAway) {
      inbound.destroy()
      return
    }
    const outbound = connect(targetPort, '127.0.0.1')
    const cut = () => {
      for (const socket of [inbound, outbound]) {
        sockets.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [inbound, outbound]) {
      sockets.add(socket)
      socket.on('error', cut).on('close', cut)
    }
    inbound.on('data', (bytes) => {
      sent += 1
      if (sent >= last) {
        isAway = true
        cutAll()
      } else outbound.write(bytes)
    })
    outbound.on('data', (bytes) => void inbound.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    sent: () => sent,
    interruptAt: (packet) => {
      last = packet
    },
    isAway: () => isAway,
    restore: () => {
      ;[sent, last, isAway] = [0, Infinity, false]
    },
    close: async () => {
      server.close()
      cutAll()
      await once(server, 'close')
    },
  }
}
