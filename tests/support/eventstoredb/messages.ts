import googleAny from 'google-protobuf/google/protobuf/any_pb.js'
import googleEmpty from 'google-protobuf/google/protobuf/empty_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import status from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Expected, LoggedEvent, ProposedEvent } from './log.ts'

/** The server's value for "no position" in a read of one stream: all bits set. */
const NO_POSITION = '18446744073709551615'

export const empty = () => new shared.Empty()
export const googleProtobufEmpty = () => new googleEmpty.Empty()

export const streamIdentifier = (streamId: string): shared.StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(streamId, 'utf8'))

export const streamIdOf = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')

type Proposed = streams.AppendReq.ProposedMessage | streams.BatchAppendReq.ProposedMessage

export const proposed = (message: Proposed): ProposedEvent => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
})

/** An event as a read sends it; a read of one stream has no position, and before 22.6 its events have none either. */
const readEvent = (
  event: LoggedEvent,
  { ofAll, hasPosition = true }: { ofAll: boolean; hasPosition?: boolean },
): streams.ReadResp => {
  const position = hasPosition ? event.position.toString() : NO_POSITION
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(streamIdentifier(event.streamId))
    .setStreamRevision(event.revision.toString())
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata)
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('created', event.createdTicks.toString())
    .set('content-type', event.contentType)
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded)
  if (ofAll) read.setCommitPosition(position)
  else read.setNoPosition(empty())
  return new streams.ReadResp().setEvent(read)
}

/** Serialised events by kind of read: to serialise an event takes longer than the rest of its read. */
const sent = { all: new WeakMap<LoggedEvent, Buffer>(), stream: new WeakMap<LoggedEvent, Buffer>() }

/** {@link readEvent}, serialised. */
export const readEventBytes = (
  event: LoggedEvent,
  how: { ofAll: boolean; hasPosition?: boolean },
): Buffer => {
  if (how.hasPosition === false) return Buffer.from(readEvent(event, how).serializeBinary())
  const known = how.ofAll ? sent.all : sent.stream
  const bytes = known.get(event) ?? Buffer.from(readEvent(event, how).serializeBinary())
  known.set(event, bytes)
  return bytes
}

export const statusOf = (message: string, typeName: string, details: Uint8Array): status.Status => {
  const any = new googleAny.Any()
  any.pack(details, typeName)
  return new status.Status().setMessage(message).setDetails(any)
}

export const wrongExpectedVersion = (current: bigint, expected: Expected): shared.WrongExpectedVersion => {
  const message = new shared.WrongExpectedVersion()
  if (current < 0n) message.setCurrentNoStream(googleProtobufEmpty())
  else message.setCurrentStreamRevision(current.toString())
  if (typeof expected === 'bigint') message.setExpectedStreamPosition(expected.toString())
  else if (expected === 'no_stream') message.setExpectedNoStream(googleProtobufEmpty())
  else if (expected === 'any') message.setExpectedAny(googleProtobufEmpty())
  else message.setExpectedStreamExists(googleProtobufEmpty())
  return message
}
