import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Cluster } from './cluster.ts'
import { receive } from './receive.ts'

/** The call over which a process sends its appends. */
export interface AppendCall {
  send: (request: BatchAppendReq) => void
  /** Whether the server is thought to answer; see {@link Cluster.answers}. */
  answers: () => Promise<boolean>
  /** Reports that an append got no answer. */
  doubt: () => void
}

/**
 * Opens the call that appends share.
 * @param onOver called once, when no more answers come: with the error, or null if the server or `closing` ended it
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
    // The client releases the call only once both sides have ended it.
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
