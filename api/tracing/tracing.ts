import { setTimeout as pause } from 'node:timers/promises'
import {
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { appendTraces, commandTraces, commitTraces, queuedTraces } from '../../events/store/tracing.ts'
import { projectionTraces } from '../../projections/commit.ts'
import { createOwnProxies, type TrustedProxies } from '../config/client-address.ts'
import { requestTraces } from '../http/request-pipeline.ts'
import type { Logger } from '../logging/logger.ts'
import { activeSpan, spanEach } from './spans.ts'

/** How long the end of the server waits for the last spans to be sent, ms. */
const LAST_SPANS_MS = 2_000

const UUID_AT_END = /-[\da-f-]{36}$/

/** Kinds of streams, never their ids: these are ids of members, bills and transfers. */
const kindsOf = (streamIds: readonly string[]): string[] => [
  ...new Set(streamIds.map((streamId) => streamId.replace(UUID_AT_END, ''))),
]

/**
 * A request belongs to the trace of our proxy that passed it on. Anybody else's `traceparent` is a claim: it would decide
 * whether the request is traced, whatever the sampler says, and under which id.
 */
const requests = (tracer: Tracer, proxies: TrustedProxies) => {
  const propagator = new W3CTraceContextPropagator()
  const isOurs = createOwnProxies(proxies)
  return spanEach(tracer, requestTraces, {
    kind: SpanKind.SERVER,
    name: ({ ctx }) => ctx.method,
    parent: ({ ctx }) =>
      isOurs(ctx.req.socket.remoteAddress ?? '')
        ? propagator.extract(ROOT_CONTEXT, ctx.req.headers, defaultTextMapGetter)
        : ROOT_CONTEXT,
    ended: (span, { ctx }) => {
      const { route = 'unmatched', requestId, refusedWith } = ctx.state
      span.updateName(`${ctx.method} ${route}`)
      span.setAttributes({
        'http.request.method': ctx.method,
        'http.route': route,
        'http.response.status_code': ctx.status,
        'youtility.request_id': requestId,
        ...(refusedWith !== undefined && { 'error.type': refusedWith }),
      })
      if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    },
  })
}

const commands = (tracer: Tracer) =>
  spanEach(tracer, commandTraces, {
    name: ({ streamIds }) => `command ${kindsOf(streamIds).join(', ')}`,
    attributes: ({ streamIds }) => ({ 'ledger.streams': streamIds.length }),
    ended: (span, { result }) => void (result && span.setAttribute('ledger.outcome', result.outcome)),
  })

const appends = (tracer: Tracer) =>
  spanEach(tracer, appendTraces, {
    name: () => 'append',
    attributes: ({ events }) => ({ 'ledger.events': events }),
    ended: (span, { result }) =>
      void (result !== undefined && span.setAttribute('ledger.position', result.toString())),
  })

/** A commit stores appends of many requests, so it has a trace of its own, with a link to each of them. */
const commits = (tracer: Tracer) => {
  const waiting = new WeakMap<object, SpanContext>()
  const onQueued = (append: unknown): void => {
    const span = activeSpan()
    if (span && typeof append === 'object' && append !== null) waiting.set(append, span.spanContext())
  }
  queuedTraces.subscribe(onQueued)
  const stop = spanEach(tracer, commitTraces, {
    name: () => 'commit',
    parent: () => ROOT_CONTEXT,
    attributes: ({ queued, events }) => ({ 'ledger.appends': queued.length, 'ledger.events': events }),
    links: ({ queued }) =>
      queued.flatMap((append) => {
        const context = waiting.get(append)
        return context ? [{ context }] : []
      }),
  })
  return () => {
    queuedTraces.unsubscribe(onQueued)
    stop()
  }
}

/** Found by the position of an append: `ledger.position.from` is below it, `ledger.position.to` is not. */
const projections = (tracer: Tracer) =>
  spanEach(tracer, projectionTraces, {
    name: () => 'projection',
    parent: () => ROOT_CONTEXT,
    attributes: ({ step }) => ({
      'ledger.read_models': step.projections.map(({ name }) => name),
      'ledger.events': step.events.length,
      'ledger.position.from': step.from.toString(),
      'ledger.position.to': step.to.toString(),
    }),
  })

/**
 * Sends spans of requests, commands, appends, commits and projections to the collector at `url`, which may be away.
 * Everything else is set by OpenTelemetry's own environment variables. Returns what ends it.
 */
export const startTracing = (url: string, proxies: TrustedProxies, log: Logger): (() => Promise<void>) => {
  const failed = (message: string) => log.warn({ why: message }, 'Traces cannot be sent')
  const silent = () => undefined
  diag.setLogger(
    { error: failed, warn: failed, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/$/, '')}/v1/traces` })
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'youtility' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('youtility')
  const stops = [
    requests(tracer, proxies),
    ...[commands, appends, commits, projections].map((start) => start(tracer)),
  ]
  return async () => {
    for (const stop of stops) stop()
    const sent = provider.shutdown().then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([sent, pause(LAST_SPANS_MS, false, { ref: false })])))
      log.warn('The last traces cannot be sent')
  }
}
