import { setTimeout as sleep } from 'node:timers/promises'
import { status as codes, type handleBidiStreamingCall } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Faults } from './faults.ts'
import type { AppendOutcome, Expected, Log, ProposedEvent } from './log.ts'
import { googleProtobufEmpty, proposed, statusOf, streamIdOf, wrongExpectedVersion } from './messages.ts'
import type { Role } from './role.ts'

/** How long the server waits for an append to be committed, ms: its option `CommitTimeoutMs`. */
const COMMIT_TIMEOUT_MS = 2_000

/** `Streams.BatchAppend`: all appends of a client over one call, each with a correlation id. */
export const batchAppendHandler =
  (
    log: Log,
    faults: Faults,
    role: Role,
    opened: (end: () => void) => void,
    received: () => void,
  ): handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp> =>
  (call) => {
    if (faults.noBatches) {
      call.emit('error', Object.assign(new Error('Unknown method'), { code: codes.UNIMPLEMENTED }))
      return
    }
    const unauthenticated = faults.authenticationError(call.metadata)
    if (unauthenticated) {
      call.emit('error', unauthenticated)
      return
    }
    opened(() => call.end())
    const pending = new Map<string, { streamId: string; expected: Expected; events: ProposedEvent[] }>()
    call.on('error', () => {})
    call.on('end', () => call.end())
    call.on('data', (request: streams.BatchAppendReq) => {
      const key = Buffer.from(request.getCorrelationId()?.serializeBinary() ?? []).toString('hex')
      const options = request.getOptions()
      if (options) {
        const streamId = streamIdOf(options.getStreamIdentifier())
        pending.set(key, { streamId, expected: expectedOf(options), events: [] })
      }
      const write = pending.get(key)
      if (!write) return
      write.events.push(...request.getProposedMessagesList().map(proposed))
      if (!request.getIsFinal()) return
      pending.delete(key)
      received()
      const response = new streams.BatchAppendResp()
        .setCorrelationId(request.getCorrelationId())
        .setStreamIdentifier(options?.getStreamIdentifier())
      const answer = (response: streams.BatchAppendResp) => {
        if (call.writable) call.write(response)
      }
      const refusal = role.refusal()
      if (refusal) {
        // The real server throws while it builds the answer, which ends the call for all its appends.
        if (refusal.metadata) call.emit('error', Object.assign(new Error(refusal.details), refusal))
        else answer(response.setError(notHandled(refusal.details)))
        return
      }
      const fault = faults.ofAppend()
      if (fault === 'ignore') return
      if (fault === 'busy') return answer(response.setError(notHandled('Server Is Busy')))
      if (fault === 'not_ready') return answer(response.setError(notHandled('Server Is Not Ready')))
      const outcome = log.append(write.streamId, write.expected, write.events)
      if (fault === 'swallow') return
      void (async () => {
        if (outcome.kind === 'stored') await outcome.indexed
        if (outcome.kind === 'dropped') await sleep(COMMIT_TIMEOUT_MS, undefined, { ref: false })
        const respond = () => answer(settle(response, outcome, write.expected, log.maxAppendSize))
        if (fault === 'hold') faults.hold(respond)
        else respond()
      })()
    })
  }

const expectedOf = (options: streams.BatchAppendReq.Options): Expected => {
  if (options.hasStreamPosition()) return BigInt(options.getStreamPosition())
  if (options.hasNoStream()) return 'no_stream'
  return options.hasStreamExists() ? 'stream_exists' : 'any'
}

const notHandled = (message: string) =>
  statusOf(message, 'google.protobuf.Empty', googleProtobufEmpty().serializeBinary())

const settle = (
  response: streams.BatchAppendResp,
  outcome: AppendOutcome,
  expected: Expected,
  maxAppendSize: number,
): streams.BatchAppendResp => {
  const error = (message: string, details: Uint8Array) =>
    response.setError(statusOf(message, `event_store.client.${message}`, details))
  switch (outcome.kind) {
    case 'stored': {
      const position = outcome.position.toString()
      return response.setSuccess(
        new streams.BatchAppendResp.Success()
          .setCurrentRevision(outcome.revision.toString())
          .setPosition(
            new shared.AllStreamPosition().setCommitPosition(position).setPreparePosition(position),
          ),
      )
    }
    case 'wrong_expected_version':
      return error('WrongExpectedVersion', wrongExpectedVersion(outcome.current, expected).serializeBinary())
    case 'too_large': {
      const details = new shared.MaximumAppendSizeExceeded().setMaxappendsize(maxAppendSize)
      return error('MaximumAppendSizeExceeded', details.serializeBinary())
    }
    case 'deleted':
      return error('StreamDeleted', new shared.StreamDeleted().serializeBinary())
    case 'dropped':
      return error('Timeout', new shared.Timeout().serializeBinary())
  }
}
