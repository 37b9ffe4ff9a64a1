import * as z from 'zod/mini'
import { openEnum } from './open.ts'
import { anybody, defineOperations } from './operation.ts'

const Health = z.object({
  status: openEnum(z.enum(['ready', 'degraded']), 'degraded'),
  /** Only returned with the bearer token of /metrics. */
  checks: z.optional(z.record(z.string(), z.object({ ok: z.boolean(), detail: z.optional(z.string()) }))),
  /** Which release runs; likewise. */
  revision: z.optional(z.string()),
})

export const systemOperations = defineOperations({
  getLiveness: anybody.get('/api/health/live', {
    summary: 'The process runs',
    response: z.object({ status: z.literal('live') }),
  }),
  getReadiness: anybody.get('/api/health/ready', {
    summary:
      'Requests may be sent to this process: it can append and read; 503 when not. What is wrong is told to the operator only, in the same `checks`',
    response: Health,
  }),
  getHealth: anybody.get('/api/health', {
    summary:
      'Besides that, the read models are fresh and every process does its work; 503 when not. What is wrong is told to the operator only, in the same `checks`',
    response: Health,
  }),
})
