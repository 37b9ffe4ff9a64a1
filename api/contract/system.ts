import * as z from 'zod/mini'
import { openEnum } from './open.ts'
import { anybody, defineOperations } from './operation.ts'

export const systemOperations = defineOperations({
  getLiveness: anybody.get('/api/health/live', {
    summary: 'The process runs',
    response: z.object({ status: z.literal('live') }),
  }),
  getReadiness: anybody.get('/api/health/ready', {
    summary:
      'Database, event store and projections can answer; 503 when not. What is wrong is told to the operator only, in the same `checks`',
    response: z.object({
      status: openEnum(z.enum(['ready', 'degraded']), 'degraded'),
      /** Only returned with the bearer token of /metrics. */
      checks: z.optional(z.record(z.string(), z.object({ ok: z.boolean(), detail: z.optional(z.string()) }))),
    }),
  }),
})
