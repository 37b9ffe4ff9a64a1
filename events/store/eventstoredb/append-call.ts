import type { Cluster } from './cluster.ts'
import { framed } from './frames.ts'
import { appendAnswer, BATCH_APPEND, type AppendAnswer } from './messages.ts'

/** The call over which a process sends its appends. */
export interface AppendCall {
  /** Sends one message, given in parts. */
  send: (...parts: readonly Uint8Array[]) => void
  /** As the session it goes over. */
  answers: () => Promise<boolean>
  /** An append stayed unanswered. */
  doubt: () => void
}

/**
 * Opens the call that appends share. Appends that come in one turn of the event loop go out in one piece.
 * @param onOver once, when no more answers come: with the error, or null when the server ended it or `closing` did
 * @throws {NotConnected}
 */
export const openAppendCall = async (
  cluster: Cluster,
  closing: AbortSignal,
  onAnswer: (answer: AppendAnswer) => void,
  onOver: (error: unknown) => void,
): Promise<AppendCall> => {
  const session = await cluster.session()
  const call = session.call(BATCH_APPEND)
  let waiting: Buffer[] = []

  const listen = async (): Promise<unknown> => {
    try {
      for await (const messages of call.receive({ signal: closing })) {
        for (const message of messages) onAnswer(appendAnswer(message))
      }
      return null
    } catch (error) {
      return error
    }
  }
  const watch = async () => {
    const error = await listen()
    cluster.doubt(session, error)
    onOver(error)
  }
  void watch()

  return {
    answers: () => session.answers(),
    doubt: () => cluster.doubt(session, null),
    send: (...parts) => {
      waiting.push(framed(Buffer.concat(parts)))
      if (waiting.length > 1) return
      setImmediate(() => {
        call.sendFramed(waiting)
        waiting = []
      })
    },
  }
}
