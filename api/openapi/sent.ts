import type * as z from 'zod/mini'
import {
  DID_DOCUMENT_TYPES,
  DID_RESOLUTION_TYPE,
  DidDocument,
  DidResolution,
  SignedCredential,
} from '../contract/credentials.ts'
import { operations } from '../contract/operations.ts'

type Named<T> = Readonly<Partial<Record<keyof typeof operations, T>>>
type OfOperations<T> = Readonly<Record<string, T | undefined>>

/** Schemas by media type. */
type ByMediaType = Readonly<Record<string, z.ZodMiniType>>
const [DID_LD_JSON, DID_JSON] = DID_DOCUMENT_TYPES

const successes: Named<ByMediaType> = {
  resolveDid: { [DID_LD_JSON]: DidDocument, [DID_JSON]: DidDocument, [DID_RESOLUTION_TYPE]: DidResolution },
  getMemberDidJson: { [DID_LD_JSON]: DidDocument },
  getPlatformDidJson: { [DID_LD_JSON]: DidDocument },
  getJsonLdContext: { 'application/ld+json': operations.getJsonLdContext.response },
  getJsonLdContextV2: { 'application/ld+json': operations.getJsonLdContextV2.response },
  getStatusList: { 'application/vc': SignedCredential },
}
/** Answers that are JSON, but are not sent as application/json. The app reads none of them. */
export const JSON_TYPES: OfOperations<ByMediaType> = successes

const refusals: Named<string> = { resolveDid: DID_RESOLUTION_TYPE }
/** The media type of refusals in which an operation answers besides our own format. */
export const REFUSAL_TYPES: OfOperations<string> = refusals

/** Operations whose answer has an `ETag`. */
export const TAGGED: ReadonlySet<string> = new Set<keyof typeof operations>([
  'listContacts',
  'getContact',
  'createContact',
  'updateContact',
  'getCircle',
  'createCircle',
  'updateCircle',
])

/** Reads that answer 304 while `If-None-Match` names what there is. */
export const CONDITIONAL_READS: ReadonlySet<string> = new Set<keyof typeof operations>(['listContacts'])
