import type { IncomingMessage } from 'node:http'

/** What a connection's buffer holds; a body that is no larger costs nothing worth pacing. */
const BYTES_AT_ONCE = 65_536
/** One buffer each this often: six megabytes a second, over all connections. */
const EVERY_MS = 10

const unread = new Set<IncomingMessage>()
let pacing: NodeJS.Timeout | undefined

/** Discards one buffer of one body; the bodies take turns. */
const discardNext = (): void => {
  for (let looked = unread.size; looked > 0; looked -= 1) {
    const [req] = unread
    if (!req) break
    unread.delete(req)
    // Node does not tell a request that was answered already that its sender has left.
    if (req.socket.destroyed || req.readableEnded) continue
    unread.add(req)
    if (req.read() !== null) return
    if (req.complete && req.readableLength === 0) unread.delete(req)
  }
  if (unread.size > 0) return
  clearInterval(pacing)
  pacing = undefined
}

/**
 * Discards what is left of the body of a request that is answered without it, so that the client receives the answer.
 * Slowly: Node, which would do it at the speed of the sender, spends so much memory on it that its garbage collector
 * stops everybody. The server's request time-out bounds how long one takes.
 */
export const discardBody = (req: IncomingMessage): void => {
  const { 'content-length': length = '0', 'transfer-encoding': chunked } = req.headers
  if (req.complete || (chunked === undefined && Number(length) <= BYTES_AT_ONCE)) return
  req.pause()
  // Who has read is not read for by Node when the answer is written.
  req.read(0)
  unread.add(req)
  pacing ??= setInterval(discardNext, EVERY_MS).unref()
}
