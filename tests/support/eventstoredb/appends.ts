import { Metadata, status, type handleBidiStreamingCall, type handleClientStreamingCall } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Faults } from './faults.ts'
import { type AppendOutcome, type Expected, type Log, type ProposedEvent } from './log.ts'
import {
  empty,
  googleProtobufEmpty,
  proposed,
  statusOf,
  streamIdOf,
  wrongExpectedVersion,
} from './messages.ts'

/** `Streams.Append`: one append a call. */
export const appendHandler =
  (
    log: Log,
    faults: Faults,
    open: Set<object>,
    called: () => void,
  ): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> =>
  (call, answer) => {
    called()
    open.add(call)
    const closed = () => open.delete(call)
    call.on('cancelled', closed).on('close', closed)
    let streamId = ''
    let expected: Expected = 'any'
    const events: ProposedEvent[] = []
    call.on('data', (request: streams.AppendReq) => {
      const options = request.getOptions()
      const message = request.getProposedMessage()
      if (options) {
        streamId = streamIdOf(options.getStreamIdentifier())
        if (options.hasRevision()) expected = BigInt(options.getRevision())
        else if (options.hasNoStream()) expected = 'no_stream'
        else if (options.hasStreamExists()) expected = 'stream_exists'
      }
      if (message) events.push(proposed(message))
    })
    call.on('error', () => {})
    call.on('end', () => {
      if (call.cancelled) return
      const fault = faults.ofAppend()
      if (fault === 'ignore') return
      if (fault === 'busy') return answer({ code: status.UNAVAILABLE, details: 'Server Is Too Busy' })
      const outcome = log.append(streamId, expected, events)
      if (fault === 'swallow') return
      if (outcome.kind === 'too_large') {
        const metadata = new Metadata()
        metadata.set('exception', 'maximum-append-size-exceeded')
        metadata.set('maximum-append-size', String(log.maxAppendSize))
        return answer({ code: status.INVALID_ARGUMENT, details: 'Maximum Append Size Exceeded.', metadata })
      }
      const respond = () => {
        closed()
        answer(null, appendResponse(outcome, expected))
      }
      if (fault === 'hold') faults.hold(respond)
      else respond()
    })
  }

const appendResponse = (
  outcome: Exclude<AppendOutcome, { kind: 'too_large' }>,
  expected: Expected,
): streams.AppendResp => {
  const response = new streams.AppendResp()
  if (outcome.kind === 'stored') {
    const position = outcome.position.toString()
    return response.setSuccess(
      new streams.AppendResp.Success()
        .setCurrentRevision(outcome.revision.toString())
        .setPosition(
          new streams.AppendResp.Position().setCommitPosition(position).setPreparePosition(position),
        ),
    )
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (outcome.current < 0n) wrong.setCurrentNoStream(empty())
  else wrong.setCurrentRevision(outcome.current.toString())
  if (typeof expected === 'bigint') wrong.setExpectedRevision(expected.toString())
  else if (expected === 'no_stream') wrong.setExpectedNoStream(empty())
  return response.setWrongExpectedVersion(wrong)
}

/** `Streams.BatchAppend`: all appends of a client over one call, each with a correlation id. */
export const batchAppendHandler =
  (
    log: Log,
    faults: Faults,
    opened: (end: () => void) => void,
  ): handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp> =>
  (call) => {
    opened(() => call.end())
    const pending = new Map<string, { streamId: string; expected: Expected; events: ProposedEvent[] }>()
    call.on('error', () => {})
    call.on('end', () => call.end())
    call.on('data', (request: streams.BatchAppendReq) => {
      const correlationId = request.getCorrelationId()
      const key = correlationId?.getString() ?? ''
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
      const fault = faults.ofAppend()
      if (fault === 'ignore') return
      const response = new streams.BatchAppendResp().setCorrelationId(correlationId)
      response.setStreamIdentifier(options?.getStreamIdentifier())
      if (fault === 'busy') {
        const details = googleProtobufEmpty().serializeBinary()
        call.write(response.setError(statusOf('Server Is Busy', 'google.protobuf.Empty', details)))
        return
      }
      const outcome = log.append(write.streamId, write.expected, write.events)
      if (fault === 'swallow') return
      const respond = () => call.write(settle(response, outcome, write.expected, log.maxAppendSize))
      if (fault === 'hold') faults.hold(respond)
      else respond()
    })
  }

const expectedOf = (options: streams.BatchAppendReq.Options): Expected => {
  if (options.hasStreamPosition()) return BigInt(options.getStreamPosition())
  if (options.hasNoStream()) return 'no_stream'
  return options.hasStreamExists() ? 'stream_exists' : 'any'
}

const settle = (
  response: streams.BatchAppendResp,
  outcome: AppendOutcome,
  expected: Expected,
  maxAppendSize: number,
): streams.BatchAppendResp => {
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
    case 'wrong_expected_version': {
      const details = wrongExpectedVersion(outcome.current, expected).serializeBinary()
      const name = 'event_store.client.WrongExpectedVersion'
      return response.setError(statusOf('WrongExpectedVersion', name, details))
    }
    case 'too_large': {
      const details = new shared.MaximumAppendSizeExceeded().setMaxappendsize(maxAppendSize)
      const name = 'event_store.client.MaximumAppendSizeExceeded'
      return response.setError(statusOf('MaximumAppendSizeExceeded', name, details.serializeBinary()))
    }
  }
}
