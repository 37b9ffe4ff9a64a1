import * as z from 'zod/mini'
import { operation } from './operation.ts'

export const systemOperations = {
  getLiveness: operation({
    id: 'getLiveness',
    method: 'GET',
    path: '/api/health/live',
    summary: 'The process runs',
    access: 'public',
    response: z.object({ status: z.literal('live') }),
  }),
  getReadiness: operation({
    id: 'getReadiness',
    method: 'GET',
    path: '/api/health/ready',
    summary:
      'Database, event store and projections can answer; 503 when not. What is wrong is told to the operator only',
    access: 'public',
    response: z.object({
      status: z.enum(['ready', 'degraded']),
      /** With the bearer token of /metrics only. */
      checks: z.optional(z.record(z.string(), z.object({ ok: z.boolean(), detail: z.optional(z.string()) }))),
    }),
  }),
} as const
