import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Link,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { Refusal } from '../../events/refusal.ts'
import type { Traced } from '../../events/store/tracing.ts'

/** What a promise on a channel becomes. */
export interface SpanOf<Message> {
  /** Default: internal. */
  readonly kind?: SpanKind
  readonly name: (message: Message) => string
  readonly attributes?: (message: Message) => Attributes
  /** Spans of others' work that this one served. */
  readonly links?: (message: Message) => Link[]
  /** Where it belongs; default: to the span in which it began. Work for many requests has a trace of its own. */
  readonly parent?: (message: Message) => Context
  /** Called when it has ended well, before the span ends. */
  readonly ended?: (span: Span, message: Message) => void
}

const active = new AsyncLocalStorage<Span>()

/** The span in which the caller runs. */
export const activeSpan = (): Span | undefined => active.getStore()

const inActive = (): Context => {
  const span = active.getStore()
  return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT
}

/** Makes a span of each promise on a channel, until the returned function is called. */
export const spanEach = <Message extends object>(
  tracer: Tracer,
  channel: Traced<Message>,
  {
    kind = SpanKind.INTERNAL,
    name,
    attributes = () => ({}),
    links = () => [],
    parent = inActive,
    ended,
  }: SpanOf<Message>,
): (() => void) => {
  const open = new WeakMap<object, { readonly span: Span; readonly message: Message; failed: boolean }>()
  const opened = (message: unknown) =>
    typeof message === 'object' && message !== null ? open.get(message) : undefined
  const onFailed = (message: unknown): void => {
    const one = opened(message)
    if (!one) return
    one.failed = true
    const error = 'error' in one.message ? one.message.error : undefined
    // The name or the code only: a message may contain what a member wrote.
    if (error instanceof Refusal) one.span.setAttribute('error.type', error.code)
    else one.span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : '' })
  }
  const onEnded = (message: unknown): void => {
    const one = opened(message)
    if (!one) return
    if (!one.failed) ended?.(one.span, one.message)
    one.span.end()
  }
  channel.start.bindStore(active, (message) => {
    const options = { kind, attributes: attributes(message), links: links(message) }
    const span = tracer.startSpan(name(message), options, parent(message))
    open.set(message, { span, message, failed: false })
    return span
  })
  channel.error.subscribe(onFailed)
  channel.asyncEnd.subscribe(onEnded)
  return () => {
    channel.start.unbindStore(active)
    channel.error.unsubscribe(onFailed)
    channel.asyncEnd.unsubscribe(onEnded)
  }
}
