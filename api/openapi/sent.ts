import { DID_DOCUMENT_TYPES, DID_RESOLUTION_TYPE } from '../contract/credentials.ts'
import type { operations } from '../contract/operations.ts'

type Named<T> = Readonly<Partial<Record<keyof typeof operations, T>>>
type OfOperations<T> = Readonly<Record<string, T | undefined>>

const successes: Named<readonly string[]> = {
  resolveDid: [...DID_DOCUMENT_TYPES, DID_RESOLUTION_TYPE],
  getMemberDidJson: [DID_DOCUMENT_TYPES[0]],
  getPlatformDidJson: [DID_DOCUMENT_TYPES[0]],
  getJsonLdContext: ['application/ld+json'],
  getStatusList: ['application/vc'],
}
/** Media types of answers that are JSON, but are not sent as application/json. The app reads none of them. */
export const JSON_TYPES: OfOperations<readonly string[]> = successes

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

const besides: Named<readonly number[]> = { getReadiness: [503] }
/** Statuses besides that of success with the same body. */
export const ALSO_ANSWERED: OfOperations<readonly number[]> = besides
