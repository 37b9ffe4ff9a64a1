import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Cluster } from './cluster.ts'
import { receive } from './receive.ts'

/** The call over which a process sends its appends. */
export interface AppendCall {
  send: (request: BatchAppendReq) => void
  /** As the connection it goes over. */
  answers: () => Promise<boolean>
  /** An append stayed unanswered. */
  doubt: () => void
}

/**
 * Opens the call that appends share.
 * @param onOver once, when no more answers come: with the error, or null when the server ended it or `closing` did
 * @throws {NotConnected}
 */
export const openAppendCall = async (
  cluster: Cluster,
  closing: AbortSignal,
  onAnswer: (answer: BatchAppendResp) => void,
  onOver: (error: unknown) => void,
): Promise<AppendCall> => {
  const connection = await cluster.connection()
  const call = await connection.batchAppend()

  const listen = async (): Promise<unknown> => {
    try {
      for await (const answers of receive(call, { signal: closing })) answers.forEach(onAnswer)
      return null
    } catch (error) {
      return error
    }
  }
  const watch = async () => {
    const error = await listen()
    // The client waits for both sides before it lets go of the call.
    call.end()
    cluster.doubt(connection, error)
    onOver(error)
  }
  void watch()

  return {
    answers: () => cluster.answers(),
    doubt: () => cluster.doubt(connection, null),
    send: (request) => {
      if (call.writable) call.write(request)
    },
  }
}
