import type { Operation } from '../contract/operation.ts'
import { CONDITIONAL_READS, REFUSAL_TYPES } from './sent.ts'

/** Error responses, each with its reason. `api/http` and the areas return no others. */
export const REFUSALS = {
  400: ['InvalidRequest', 'The request does not fit the contract; `fields` says where.'],
  401: ['NotSignedIn', 'There is no session, or the access token is not valid.'],
  403: [
    'Forbidden',
    'Another site made the request, or it needs what this session or access token does not have.',
  ],
  404: ['NotFound', 'There is no such thing, or it is somebody else’s.'],
  405: ['MethodNotAllowed', 'The path is that of another operation, which has other methods.'],
  406: ['NotAcceptable', 'It cannot be had in the media types that are accepted.'],
  409: ['Conflict', 'Something else happened first, or the same key came with another request.'],
  410: ['Gone', 'It was there, and will not be again.'],
  412: ['ChangedElsewhere', 'It is not any more what `If-Match` names.'],
  413: ['TooLarge', 'The body is larger than the operation can need.'],
  415: ['UnsupportedMediaType', 'The body is not plain application/json.'],
  422: ['Refused', 'A rule refuses it; `code` says which one.'],
  429: ['TooMany', 'Too many calls; `Retry-After` says when to come again.'],
  500: ['Failed', 'A failure of ours; `request_id` names it.'],
  501: ['NotImplemented', 'It is of a kind that is not served here.'],
  503: [
    'Unavailable',
    'Nothing is wrong with the request. It can be made again, with the same key where it has one.',
  ],
} as const
export type RefusedStatus = keyof typeof REFUSALS
export const isRefused = (status: number): status is RefusedStatus => status in REFUSALS

/** Headers of refusals, by status. */
export const REFUSAL_HEADERS: Readonly<Partial<Record<RefusedStatus, readonly string[]>>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const isPlaceholder = (part: string): boolean => part.startsWith('{')

/** Whether the path of `other` is one of those that `path` describes with its placeholders. */
const isWithin = (other: string, path: string): boolean => {
  const [theirs, ours] = [other.split('/'), path.split('/')]
  return (
    other !== path &&
    theirs.length === ours.length &&
    ours.every((part, at) => isPlaceholder(part) || part === theirs[at])
  )
}

/** Whether a wrong id in the path may be the address of another operation, which lacks this method. */
const isShadowed = ({ path, method }: Operation, all: readonly Operation[]): boolean => {
  const within = all.filter((other) => isWithin(other.path, path))
  return within.some(({ path: address }) =>
    within.every((other) => other.path !== address || other.method !== method),
  )
}

/** Error statuses of an operation, derived from its declaration; `all`: every operation. */
export const refusalsOf = (operation: Operation, all: readonly Operation[]): readonly RefusedStatus[] => {
  const { method, access, params, query, body, also = [] } = operation
  const changes = method !== 'GET' || operation.changesState === true
  const takesSomething = params !== undefined || query !== undefined || body !== undefined
  const when: readonly (readonly [boolean, readonly RefusedStatus[]])[] = [
    [true, [400]],
    [access === 'member', [401]],
    [changes || access === 'member', [403]],
    [takesSomething, [404]],
    [isShadowed(operation, all), [405]],
    [also.includes(406), [406]],
    [changes, [409]],
    [also.includes(410), [410]],
    [also.includes(412), [412]],
    [body !== undefined || changes, [413, 415]],
    [access === 'member' || changes, [422]],
    [true, [429, 500]],
    [operation.id in REFUSAL_TYPES, [501]],
    [true, [503]],
  ]
  return when.flatMap(([holds, statuses]) => (holds ? statuses : []))
}

/** Statuses of answers that are no refusals. */
export const successesOf = ({ id, response, status, also = [] }: Operation): readonly number[] => [
  response ? (status ?? 200) : 204,
  ...also.filter((one) => one === 200),
  ...(CONDITIONAL_READS.has(id) ? [304] : []),
]
