import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import emptyMessages from 'google-protobuf/google/protobuf/empty_pb.js'
import type { ExpectedRevision } from '../event-store.ts'
import type { SerialisedEvent } from '../serialise.ts'
import { streamIdentifier } from './requests.ts'

const NO_STREAM = new emptyMessages.Empty()

const proposed = ({ id, type, data, metadata }: SerialisedEvent): streams.BatchAppendReq.ProposedMessage => {
  const message = new streams.BatchAppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(id))
    .setData(Buffer.from(data))
    .setCustomMetadata(Buffer.from(metadata))
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  return message
}

/**
 * Builds the request of an append; each time it is sent, under another correlation id. It sets no deadline: the
 * client's messages only have that of servers before 22.6, a time of day by the server's clock.
 */
export const appendRequest = (
  streamId: string,
  expected: ExpectedRevision,
  events: readonly SerialisedEvent[],
): ((correlationId: string) => streams.BatchAppendReq) => {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(streamIdentifier(streamId))
  if (expected === 'no_stream') options.setNoStream(NO_STREAM)
  else options.setStreamPosition(expected.toString())
  const messages = events.map(proposed)
  return (correlationId) =>
    new streams.BatchAppendReq()
      .setCorrelationId(new shared.UUID().setString(correlationId))
      .setOptions(options)
      .setProposedMessagesList(messages)
      .setIsFinal(true)
}
