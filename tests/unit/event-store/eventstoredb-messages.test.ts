import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendRequest } from '../../../events/store/eventstoredb/append-request.ts'
import { readAnswer } from '../../../events/store/eventstoredb/recorded.ts'

const number = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n })
const text = fc.string({ unit: 'grapheme', maxLength: 300 })
const payload = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean()), { maxKeys: 5 })

test('an event is read as it was written, whatever is in it and wherever it stands', () => {
  fc.assert(
    fc.property(
      fc.record({
        id: fc.uuid(),
        streamId: text,
        type: text,
        revision: number,
        position: number,
        data: payload,
        metadata: payload,
      }),
      fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
      ({ id, streamId, type, revision, position, data, metadata }, at) => {
        const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
          .setId(new shared.UUID().setString(id))
          .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(streamId)))
          .setStreamRevision(revision.toString())
          .setCommitPosition(position.toString())
          .setPreparePosition(position.toString())
          .setData(Buffer.from(JSON.stringify(data)))
          .setCustomMetadata(Buffer.from(JSON.stringify(metadata)))
        recorded.getMetadataMap().set('type', type).set('content-type', 'application/json')
        recorded.getMetadataMap().set('created', `${at.getTime()}0000`)
        const read = new streams.ReadResp.ReadEvent()
          .setEvent(recorded)
          .setCommitPosition(position.toString())
        const message = new streams.ReadResp().setEvent(read).serializeBinary()
        expect(readAnswer(streams.ReadResp.deserializeBinary(message))).toEqual({
          id,
          streamId,
          type,
          revision,
          position,
          data: JSON.parse(JSON.stringify(data)),
          metadata: JSON.parse(JSON.stringify(metadata)),
          recordedAt: at.toISOString(),
        })
      },
    ),
  )
})

test('an append says what is meant', () => {
  fc.assert(
    fc.property(
      fc.option(number),
      fc.array(fc.tuple(fc.uuid(), text, payload), { minLength: 1, maxLength: 3 }),
      (expected, given) => {
        const events = given.map(([id, type, data]) => ({
          id,
          type,
          data: JSON.stringify(data),
          metadata: '{}',
        }))
        const sent = appendRequest('a', expected ?? 'no_stream', events)('7')
        const read = streams.BatchAppendReq.deserializeBinary(sent.serializeBinary())
        const options = read.getOptions()
        expect(read.getIsFinal()).toBe(true)
        expect(read.getCorrelationId()?.getString()).toBe('7')
        expect(options?.hasNoStream()).toBe(expected === null)
        expect(options?.getStreamPosition()).toBe((expected ?? 0n).toString())
        expect(
          read.getProposedMessagesList().map((message) => ({
            id: message.getId()?.getString(),
            type: message.getMetadataMap().get('type'),
            data: Buffer.from(message.getData_asU8()).toString(),
            metadata: Buffer.from(message.getCustomMetadata_asU8()).toString(),
          })),
        ).toEqual(events)
      },
    ),
  )
})
