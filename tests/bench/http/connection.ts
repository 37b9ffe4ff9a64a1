import { connect, type Socket } from 'node:net'

export interface Response {
  readonly status: number
  readonly body: string
}

/**
 * One kept-alive HTTP/1.1 connection with one request at a time, straight on the socket. The generator
 * shares the machine with what it measures, so it must cost little: node:http's client takes about as much
 * CPU for a request as the server. Understands answers with a `Content-Length`, as our servers send them.
 */
export interface Connection {
  readonly send: (request: string) => Promise<Response>
  readonly close: () => void
}

const HEAD_END = '\r\n\r\n'

const read = (received: Buffer): Response | undefined => {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const head = received.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without Content-Length: ${head}`)
  const bodyStart = headEnd + HEAD_END.length
  const bodyEnd = bodyStart + Number(length)
  if (received.length < bodyEnd) return undefined
  return { status: Number(head.slice(9, 12)), body: received.toString('utf8', bodyStart, bodyEnd) }
}

const opened = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('error', reject)
  })

export const openConnection = async (port: number): Promise<Connection> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await opened(socket)
  let received: Buffer | undefined
  let waiting: { resolve: (response: Response) => void; reject: (reason: unknown) => void } | undefined
  const fail = (reason: unknown) => {
    waiting?.reject(reason)
    waiting = undefined
  }
  socket.on('data', (chunk: Buffer) => {
    received = received ? Buffer.concat([received, chunk]) : chunk
    try {
      const response = read(received)
      if (!response) return
      received = undefined
      const { resolve } = waiting ?? {}
      waiting = undefined
      resolve?.(response)
    } catch (error) {
      fail(error)
    }
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection')))
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}
