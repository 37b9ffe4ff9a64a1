import { constants, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2'
import { createDeframer, framed } from './frames.ts'
import { CODES, GrpcError } from './grpc-error.ts'

export interface ReceiveOptions {
  /** How long the server may be silent before this gives up, ms; a subscription waits for ever. */
  readonly silenceMs?: number
  /** Ends the iteration normally. */
  readonly signal: AbortSignal
}

/** One call of a method: messages to the server, messages from it. */
export interface Call {
  send(message: Uint8Array): void
  /** Sends messages that are framed already, as one. */
  sendFramed(messages: readonly Buffer[]): void
  /** No more will be sent. */
  end(): void
  /**
   * What arrives, in the batches in which it does, and only when asked: while nobody asks, HTTP/2's flow control
   * stops the server and nothing else is held up. Whatever way it ends, the call on the server is cancelled.
   * @throws {GrpcError} it did not end well, after everything that arrived before
   */
  receive(options: ReceiveOptions): AsyncGenerator<readonly Buffer[]>
  cancel(): void
}

const textOf = (value: string | string[] | undefined): string | null => {
  const text = Array.isArray(value) ? value[0] : value
  return text ?? null
}

/** What the server said at the end, or at once when it had nothing else to say. */
const outcomeOf = (headers: IncomingHttpHeaders): GrpcError | 'ok' | null => {
  const code = textOf(headers['grpc-status'])
  if (code === null) return null
  if (Number(code) === CODES.ok) return 'ok'
  const host = textOf(headers['leader-endpoint-host'])
  const port = Number(textOf(headers['leader-endpoint-port']))
  const message = textOf(headers['grpc-message']) ?? ''
  return new GrpcError(Number(code), decodeMessage(message), {
    exception: textOf(headers['exception']),
    leader: host !== null && port > 0 ? { host, port } : null,
  })
}

const decodeMessage = (message: string): string => {
  try {
    return decodeURIComponent(message)
  } catch {
    return message
  }
}

type Happening = 'readable' | 'over' | 'aborted' | 'silence'

export const createCall = (stream: ClientHttp2Stream): Call => {
  const state: { over: boolean; outcome: GrpcError | 'ok' | null; error: unknown; wake: () => void } = {
    over: false,
    outcome: null,
    error: null,
    wake: () => {},
  }
  const over = () => {
    state.over = true
    state.wake()
  }
  const heed = (headers: IncomingHttpHeaders) => {
    state.outcome ??= outcomeOf(headers)
  }
  stream.on('response', (headers) => {
    heed(headers)
    const status = Number(headers[constants.HTTP2_HEADER_STATUS])
    if (status !== 200)
      state.outcome ??= new GrpcError(CODES.unavailable, `The server answered with HTTP ${status}`)
  })
  stream.on('trailers', heed)
  // Stays when the iteration is done: an 'error' event that nobody listens to ends the process.
  stream.on('error', (error) => {
    state.error ??= error
    over()
  })
  stream.on('end', over)
  stream.on('close', over)
  stream.on('readable', () => state.wake())

  const something = async ({ silenceMs, signal }: ReceiveOptions): Promise<Happening> => {
    const { promise, resolve } = Promise.withResolvers<Happening>()
    const aborted = () => resolve('aborted')
    signal.addEventListener('abort', aborted, { once: true })
    const timer = silenceMs === undefined ? undefined : setTimeout(() => resolve('silence'), silenceMs)
    state.wake = () => resolve(state.over ? 'over' : 'readable')
    if (state.over) state.wake()
    if (signal.aborted) aborted()
    try {
      return await promise
    } finally {
      state.wake = () => {}
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
    }
  }

  const cancel = () => {
    if (!stream.destroyed) stream.close(constants.NGHTTP2_CANCEL)
  }

  const failure = (): GrpcError | null => {
    if (state.outcome === 'ok') return null
    if (state.outcome) return state.outcome
    return new GrpcError(CODES.unavailable, 'The connection to EventStoreDB broke', { cause: state.error })
  }

  const deframe = createDeframer()

  return {
    send: (message) => {
      if (stream.writable) stream.write(framed(message))
    },
    sendFramed: (messages) => {
      if (stream.writable) stream.write(Buffer.concat(messages))
    },
    end: () => {
      if (stream.writable) stream.end()
    },
    cancel,
    async *receive(options) {
      try {
        while (!options.signal.aborted) {
          const chunk: unknown = stream.read()
          if (Buffer.isBuffer(chunk)) {
            const messages = deframe(chunk)
            if (messages.length > 0) yield messages
            continue
          }
          if (state.over) break
          if ((await something(options)) === 'silence') {
            throw new GrpcError(CODES.deadlineExceeded, `No answer within ${options.silenceMs} ms`)
          }
        }
        if (options.signal.aborted) return
        const failed = failure()
        if (failed) throw failed
      } finally {
        cancel()
      }
    },
  }
}
