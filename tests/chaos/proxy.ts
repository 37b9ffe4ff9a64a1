import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What a proxy does to the way between a process and a server. */
export type Way =
  | { readonly kind: 'open' }
  /** Every packet, either way, arrives this much later. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** New connections are closed at once. */
  | { readonly kind: 'closed' }
  /** Nothing arrives, and neither end hears of it: what was connected stays so, for the system's keepalive. */
  | { readonly kind: 'half-open' }

export interface ChaosProxy {
  readonly port: number
  readonly set: (way: Way) => void
  /** Breaks every connection that there is. */
  readonly cut: () => void
  readonly close: () => Promise<void>
}

/**
 * How long a connection stays half-open. A proxy on one machine acknowledges packets, so the keepalive that our
 * connections have (`events/store/postgres/keepalive.ts`) never fails; after this time it would have.
 */
const HALF_OPEN_MS = 12_000

/** A TCP relay to a local server that can cut, close, slow down and swallow what passes. */
export const createChaosProxy = async (targetPort: number): Promise<ChaosProxy> => {
  let way: Way = { kind: 'open' }
  const pairs = new Set<{ readonly end: () => void; readonly silence: () => void }>()

  const server = createServer((inbound) => {
    if (way.kind === 'closed') {
      inbound.destroy()
      return
    }
    const outbound = connect(targetPort, '127.0.0.1')
    let silent = false
    const end = () => {
      pairs.delete(pair)
      inbound.destroy()
      outbound.destroy()
    }
    const silence = () => {
      if (silent) return
      silent = true
      setTimeout(end, HALF_OPEN_MS).unref()
    }
    const pair = { end, silence }
    pairs.add(pair)
    const relay = (from: Socket, to: Socket) => {
      from.setNoDelay()
      from.on('data', (bytes) => {
        if (silent) return
        if (way.kind === 'slow') setTimeout(() => !to.destroyed && to.write(bytes), way.ms)
        else to.write(bytes)
      })
      from.on('error', () => {}).on('close', () => !silent && end())
    }
    relay(inbound, outbound)
    relay(outbound, inbound)
    if (way.kind === 'half-open') silence()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const cut = () => pairs.forEach(({ end }) => end())

  return {
    port: typeof address === 'object' && address ? address.port : 0,
    set: (next) => {
      way = next
      if (way.kind === 'half-open') pairs.forEach(({ silence }) => silence())
    },
    cut,
    close: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
