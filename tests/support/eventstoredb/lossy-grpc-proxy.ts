import { createServer, connect, type Socket } from 'node:net'

/** HTTP/2 frame types that carry answers; all others (settings, pings, windows) keep the connection alive. */
const DATA = 0
const HEADERS = 1
const FRAME_HEADER_BYTES = 9

export interface LossyGrpcProxy {
  readonly port: number
  /** From now on loses the server's answers: silently, or with the connection. */
  lose(how: 'silent' | 'broken'): void
  /** Lets answers through again; closes connections that lost one, since they cannot continue. */
  restore(): void
  close(): void
}

/** Stands between a client and a gRPC server and loses answers, never requests. */
export const startLossyGrpcProxy = async (
  serverPort: number,
  serverHost = '127.0.0.1',
): Promise<LossyGrpcProxy> => {
  const connections = new Set<{ client: Socket; server: Socket; lost: boolean }>()
  let losing: 'silent' | 'broken' | null = null

  const listener = createServer((client) => {
    const server = connect(serverPort, serverHost)
    const connection = { client, server, lost: false }
    connections.add(connection)
    const cut = () => {
      client.destroy()
      server.destroy()
      connections.delete(connection)
    }
    for (const socket of [client, server]) socket.on('error', cut).on('close', cut)
    client.pipe(server)
    const framesOf = splitFrames()
    server.on('data', (chunk: Buffer) => {
      for (const frame of framesOf(chunk)) {
        const isAnswer = frame[3] === DATA || frame[3] === HEADERS
        if (!losing || !isAnswer) client.write(frame)
        else if (losing === 'broken') return cut()
        else connection.lost = true
      }
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (!address || typeof address === 'string') throw new Error('The proxy has no port')

  return {
    port: address.port,
    lose: (how) => {
      losing = how
    },
    restore: () => {
      losing = null
      for (const { client, lost } of connections) if (lost) client.destroy()
    },
    close: () => {
      listener.close()
      for (const { client } of connections) client.destroy()
    },
  }
}

/** Splits a server's bytes into whole HTTP/2 frames. */
const splitFrames = () => {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer): Buffer[] => {
    rest = Buffer.concat([rest, chunk])
    const frames: Buffer[] = []
    while (rest.length >= FRAME_HEADER_BYTES) {
      const length = FRAME_HEADER_BYTES + rest.readUIntBE(0, 3)
      if (rest.length < length) break
      frames.push(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    return frames
  }
}
