import type { EventStore } from '../../../events/store/event-store.ts'
import { createEventStoreDbStore } from '../../../events/store/eventstoredb/store.ts'
import type { EventStoreHarness, OpenOptions } from '../../contract/event-store/harness.ts'
import { startLossyGrpcProxy, type LossyGrpcProxy } from './lossy-grpc-proxy.ts'
import { startStandInProcess } from './process.ts'

/** Clients of one server, some of them through a proxy that can lose answers. */
export const clientsOf = (connectionString: string, proxied: string) => {
  const opened: EventStore[] = []
  return {
    open: (options: OpenOptions = {}): Promise<EventStore> => {
      const { unreliable = false, appendTimeoutMs } = options
      const store = createEventStoreDbStore({
        connectionString: unreliable ? proxied : connectionString,
        ...(appendTimeoutMs !== undefined && { appendTimeoutMs }),
      })
      opened.push(store)
      return Promise.resolve(store)
    },
    close: async () => {
      await Promise.all(opened.map((store) => store.close()))
    },
  }
}

export const losing = (proxy: LossyGrpcProxy) => (how: 'silent' | 'broken') => {
  proxy.lose(how)
  return Promise.resolve({
    restore: () => {
      proxy.restore()
      return Promise.resolve()
    },
  })
}

/** The stand-in in a separate process; stored events survive a kill. */
export const standInHarness = async (): Promise<EventStoreHarness> => {
  const server = await startStandInProcess()
  const proxy = await startLossyGrpcProxy(server.port)
  const at = (port: number) => `esdb://127.0.0.1:${port}?tls=false`
  const clients = clientsOf(at(server.port), at(proxy.port))
  return {
    dense: false,
    open: clients.open,
    killServer: () => server.kill(),
    startServer: () => server.start(),
    loseAnswers: losing(proxy),
    dispose: async () => {
      await clients.close()
      proxy.close()
      await server.stop()
    },
  }
}
