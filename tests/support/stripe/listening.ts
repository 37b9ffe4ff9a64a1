import type { Server } from 'node:http'

export interface Listening {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** Lets a server listen on any free port of the loopback. */
export const listenAnywhere = (server: Server): Promise<Listening> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : 0,
        stop: () =>
          new Promise<void>((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      })
    })
  })
