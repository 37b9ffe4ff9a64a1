import { newOwnKey } from '../../events/ids.ts'
import { Readable } from 'node:stream'
import { Router } from '@koa/router'
import * as z from 'zod/mini'
import {
  type BodyOf,
  type Operation,
  type ParamsOf,
  PASSKEY_HEADER,
  type QueryOf,
  type ResponseOf,
} from '../contract/operation.ts'
import { ErrorBody } from '../contract/errors.ts'
import type { StoredAnswer } from '../../events/store/event-store.ts'
import type { Attempt } from './attempt.ts'
import type { Answer, AppContext, RequestState } from './context.ts'
import { readIdempotencyKey, readMinPosition, readParts } from './call-parts.ts'
import { inRequest } from '../logging/current-request.ts'
import type { FreshSignIn } from './fresh-sign-in.ts'
import { enterByToken, notSignedIn, type PresentedTokens, secretIn } from './access-tokens.ts'
import { assertMethod } from './not-found.ts'
import { addressKey, type RateLimit, type RateLimits } from './rate-limits.ts'
import { responseOf, Reply, type AnswerClock, Written } from './reply.ts'
import { assertSameOriginGet } from './same-origin.ts'
import type { Sessions } from './sessions.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { parseRequest } from './validation.ts'

/** An operation that moves value. */
export type Command = Operation & { readonly access: 'member'; readonly movesValue: true }

interface ApiRouterOptions {
  /** Origin that members see. */
  readonly publicUrl: string
  readonly limits: RateLimits
  readonly sessions: Pick<Sessions, 'enter'>
  readonly tokens: PresentedTokens
  readonly freshSignIn: FreshSignIn
  /** Makes a handler give the same answer for the same key; see idempotency.ts. */
  readonly idempotent: <const T extends Command>(
    operation: T,
    handler: Handler<T>,
    inOneCommit?: InOneCommit<T>,
  ) => Handler<T>
  /** Answers that violate the contract throw instead of being sent (development and tests). */
  readonly checkResponses: boolean
  /** Whether the ledger has this position. */
  readonly logReaches: (position: bigint) => Promise<boolean>
  /** For how long the read models have been behind the log, ms; 0 while they are not. */
  readonly behindMs: () => Promise<number>
  /** The clock for money, where it may be ahead of the real one; answers state by how much. */
  readonly moneyClock?: AnswerClock
}

/** Serves a call and leaves its answer on `ctx.state`. */
type Serve = (ctx: AppContext) => Promise<void>

/** The answer of a member's read, requested with its own query as part of another request. */
type ReadPart = (ctx: AppContext, memberId: string, query: unknown) => Promise<Answer>

/** Operations are registered with it; `createApp` serves it. */
export interface ApiRouter extends ApiRouterOptions {
  /** The queues for all calls of a member, and for heavy ones. */
  readonly queues: { readonly all: FairQueue; readonly heavy: FairQueue }
  readonly routes: Router<RequestState>
  /** Routes whose paths have no placeholders, by method and path as in `GET /api/wallet`: found without a search. */
  readonly fixed: Map<string, Serve>
  /** Reads that can be batched in one request, by path. */
  readonly batchable: Map<string, ReadPart>
  /** What commands were answered with, as the ledger has it, by operation. */
  readonly recalled: Map<string, Recall<unknown>>
}

/** What the member's command with this key was answered with, as far as the ledger has it: its answer is deleted. */
export type Recall<B> = (memberId: string, key: string) => Promise<B>

/** Calls of one member that run at the same time; a browser sends six, a shop's wallet more. The rest waits. */
const AT_ONCE_MAX = 32
const WAITING_MAX = 200
/** Heavy calls that may wait. Fewer than AT_ONCE_MAX, so that slots remain for other calls. */
const HEAVY_WAITING_MAX = 8
/** Over all members: the number of connections in the pool for heavy work. */
export const HEAVY_TOTAL_MAX = 3

export const createApiRouter = (options: ApiRouterOptions): ApiRouter => ({
  ...options,
  queues: {
    all: createFairQueue({ perKey: AT_ONCE_MAX, waitingMax: WAITING_MAX }),
    heavy: createFairQueue({ perKey: 1, waitingMax: HEAVY_WAITING_MAX, total: HEAVY_TOTAL_MAX }),
  },
  routes: new Router<RequestState>(),
  fixed: new Map(),
  batchable: new Map(),
  recalled: new Map(),
})

/** A request that passed access control and validation. */
export interface Call<T extends Operation> {
  /** The caller; on public operations null when nobody is signed in. */
  readonly member: T['access'] extends 'member' ? { readonly id: string } : { readonly id: string } | null
  readonly params: ParamsOf<T>
  readonly query: QueryOf<T>
  readonly body: BodyOf<T>
  /** For a command: the caller, and the idempotency key; a new one when the caller gave none. */
  readonly attempt: T['movesValue'] extends true ? Attempt : null
  /** Whether the caller gave the command's key and may therefore repeat it. */
  readonly mayBeRepeated: boolean
  /** Minimum ledger position of the data in the answer. */
  readonly minPosition: bigint | undefined
  /** The raw request and response, for the few operations that touch the session. */
  readonly ctx: AppContext
}

/** Returns the response body, or a {@link reply}; throws a `Refusal` or an `HttpError`. */
export type Handler<T extends Operation> = (
  call: Call<T>,
) => Promise<ResponseOf<T> | Reply<ResponseOf<T>>> | ResponseOf<T> | Reply<ResponseOf<T>>

/** The answer stored by a commit: `body` builds it once the ledger position is known. */
export type StoreAnswer<B> = (body: (position: string) => B) => StoredAnswer

/**
 * Runs a command and stores its answer in one commit, without storing the key before. Null: nothing was stored, because
 * the command cannot run so now or the key is known; then the handler runs it step by step. `isKnown` looks up, after a
 * conflict, whether the key is stored already.
 */
export type InOneCommit<T extends Operation> = (
  call: Call<T>,
  storeAnswer: StoreAnswer<ResponseOf<T>>,
  isKnown: () => Promise<boolean>,
) => Promise<Reply<ResponseOf<T>> | null>

interface RegisterOptions {
  /** A limit per member; on public operations, per address. */
  readonly limit?: RateLimit
  /** The operation signs in or out. */
  readonly changesSession?: boolean
  /** The parts of the request wait in queues of their own. */
  readonly turnByPart?: boolean
}

/** Translates `/a/{id}` to the router's `/a/:id`. */
const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const assertAccess = (operation: Operation, api: ApiRouter, ctx: AppContext): void => {
  if (operation.changesState && operation.method === 'GET') assertSameOriginGet(ctx, api.publicUrl)
  if (operation.access === 'member' && ctx.state.memberId === null) throw notSignedIn(ctx)
}

const checkResponse = (operation: Operation, answer: unknown): void => {
  const { body: given, status } = answer instanceof Reply ? answer : new Reply(answer, {})
  const body: unknown = answer instanceof Written ? JSON.parse(answer.body) : given
  // A stored refusal is an error body, and a stream has no end to wait for.
  if (body instanceof Readable || (status !== undefined && (status >= 400 || status === 304))) return
  // Encoded, not read as the app does: what an app reads as unfamiliar, the server must not send.
  const result = operation.response && z.safeEncode(operation.response, body)
  if (result && !result.success)
    throw new Error(`${operation.id} answers against its contract: ${z.prettifyError(result.error)}`)
}

/** Everything that a handler is given, as a text: what a passkey signs is good for this and nothing else. */
const actionOf = (
  { id }: Operation,
  parts: Awaited<ReturnType<typeof readParts>>,
  idempotencyKey: string | undefined,
): string =>
  JSON.stringify([id, parts, idempotencyKey], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )

const serveOperation = <const T extends Operation>(
  api: ApiRouter,
  operation: T,
  handler: Handler<T>,
  { limit, changesSession = false, turnByPart = false }: RegisterOptions,
): void => {
  // Other paths are public documents, read by machines.
  const hasSession = operation.path.startsWith('/api/')
  const path = routerPath(operation.path)
  const serve: Serve = (ctx) => {
    ctx.state.route = operation.path
    const secret = operation.access === 'member' ? secretIn(ctx) : undefined
    if (secret !== undefined) return enterByToken(ctx, operation, api.tokens, secret).then(() => admit(ctx))
    return hasSession ? api.sessions.enter(ctx, changesSession, () => admit(ctx)) : admit(ctx)
  }
  const admit = async (ctx: AppContext): Promise<void> => {
    assertAccess(operation, api, ctx)
    const { memberId } = ctx.state
    if (limit) await limit(operation.access === 'member' && memberId !== null ? memberId : addressKey(ctx.ip))
    if (operation.access !== 'member' || memberId === null) return answer(ctx)
    return turnByPart
      ? answer(ctx)
      : api.queues.all(memberId, () =>
          operation.heavy
            ? api.queues.heavy(memberId, () => api.limits.loop(memberId, () => answer(ctx)))
            : api.limits.loop(memberId, () => answer(ctx)),
        )
  }
  const handled = async (
    ctx: AppContext,
    parts: Awaited<ReturnType<typeof readParts>>,
    given: { readonly attempt: Attempt | null; readonly mayBeRepeated: boolean },
  ): Promise<Answer> => {
    const { memberId } = ctx.state
    // The schemas are in the operation's type, so their output has the type's shape; and for access 'member',
    // `assertAccess` has checked that there is a member.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const call = {
      ...parts,
      ...given,
      member: memberId === null ? null : { id: memberId },
      minPosition: readMinPosition(ctx),
      ctx,
    } as Call<T>
    if (operation.sensitive && memberId !== null) {
      if (!api.freshSignIn.isFresh(ctx)) await api.freshSignIn.refuse(ctx, memberId, operation.sensitive.what)
      await api.freshSignIn.record(ctx, memberId, operation.sensitive.event)
    }
    const result = await (operation.method === 'GET'
      ? handler(call)
      : inRequest(ctx.state.requestId, () => handler(call)))
    if (api.checkResponses) checkResponse(operation, result)
    if (result instanceof Reply && (result.status ?? 0) >= 400)
      ctx.state.refusedWith = ErrorBody.safeParse(result.body).data?.code ?? 'unknown'
    return responseOf(operation, result, given.attempt?.idempotencyKey, api.moneyClock)
  }
  /** Whoever has proven nothing is told so, and not what is wrong with a sensitive request. */
  const readOrRefuse = async (ctx: AppContext) => {
    const { memberId } = ctx.state
    try {
      return await readParts(operation, ctx)
    } catch (error) {
      assertMethod(api.routes, ctx.path, ctx.method)
      if (operation.sensitive && memberId !== null && ctx.get(PASSKEY_HEADER) === '') {
        // There is nothing to confirm yet: no request that can be read has this action.
        ctx.state.action = () => JSON.stringify([operation.id])
        if (!api.freshSignIn.isFresh(ctx))
          await api.freshSignIn.refuse(ctx, memberId, operation.sensitive.what)
      }
      throw error
    }
  }
  const answer: Serve = async (ctx) => {
    const { memberId } = ctx.state
    const givenKey = operation.movesValue ? readIdempotencyKey(ctx) : undefined
    const parts = await readOrRefuse(ctx)
    if (operation.access === 'member' && memberId !== null) {
      ctx.state.action = () => actionOf(operation, parts, givenKey)
      await api.freshSignIn.confirm(ctx, memberId)
    }
    const attempt =
      operation.movesValue && memberId !== null
        ? { memberId, idempotencyKey: givenKey ?? newOwnKey(), repeated: false }
        : null
    ctx.state.answer = await handled(ctx, parts, { attempt, mayBeRepeated: givenKey !== undefined })
  }
  if (operation.batchable)
    api.batchable.set(path, async (ctx, memberId, query) => {
      if (limit) await limit(memberId)
      const read = operation.query && parseRequest(operation.query, 'query', query)
      const parts = { params: undefined, query: read, body: undefined }
      return api.queues.all(memberId, () =>
        api.limits.loop(memberId, () => handled(ctx, parts, { attempt: null, mayBeRepeated: false })),
      )
    })
  api.routes.register(path, [operation.method], serve)
  if (path !== operation.path) return
  api.fixed.set(`${operation.method} ${path}`, serve)
  if (operation.method === 'GET') api.fixed.set(`HEAD ${path}`, serve)
}

/**
 * Serves one operation of the contract that moves no value: checks origin and access, counts rate limits, waits for the
 * member's turn, validates path, query and body with the contract's schemas, runs `handler` and returns its answer.
 */
export const registerOperation = <const T extends Operation & { readonly movesValue?: false }>(
  api: ApiRouter,
  operation: T,
  handler: Handler<T>,
  options: RegisterOptions = {},
): void =>
  serveOperation(api, operation, handler, {
    ...(operation.heavy && { limit: api.limits.heavy }),
    ...options,
  })

/**
 * Serves a command as {@link registerOperation} does, each intent once: the same member, key and body get the same
 * answer, whatever happened in between, but for the demand for a step-up. `complete` adds to a success the fields that must not be stored with it.
 */
export const registerCommand = <const T extends Command>(
  api: ApiRouter,
  operation: T,
  handler: Handler<T>,
  {
    complete,
    inOneCommit,
    recall,
  }: {
    readonly complete?: (body: ResponseOf<T>) => Promise<ResponseOf<T>>
    /** For commands that can be one commit. */
    readonly inOneCommit?: InOneCommit<T>
    readonly recall?: Recall<ResponseOf<T>>
  } = {},
): void => {
  if (recall) api.recalled.set(operation.id, recall)
  const answer = api.idempotent(operation, handler, inOneCommit)
  const completed: Handler<T> = async (call) => {
    const result = await api.freshSignIn.orRefuse(call.ctx, async () => answer(call))
    if (!complete) return result
    const { body, ...details } = result instanceof Reply ? result : new Reply(result, {})
    return (details.status ?? 200) < 400 ? new Reply(await complete(body), details) : result
  }
  serveOperation(api, operation, completed, { limit: api.limits.money })
}
