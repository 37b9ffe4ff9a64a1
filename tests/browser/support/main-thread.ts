import type { Browser, Page } from '@playwright/test'
import * as z from 'zod/mini'

const Trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Processor time that it took, microseconds: waiting for other programs does not count. */
      tdur: z.optional(z.number()),
      args: z.optional(z.unknown()),
    }),
  ),
})

const isMain = (args: unknown): boolean =>
  typeof args === 'object' && args !== null && 'name' in args && args.name === 'CrRendererMain'

/** Processor time of the longest task of any page's main thread while `work` is done, in milliseconds. */
export async function longestTaskOf(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await work()
  const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString()))
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && isMain(args))
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(({ name, pid, tid }) => /RunTask/.test(name) && mains.has(`${pid} ${tid}`))
  const times = tasks.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1_000]))
  if (times.length === 0) throw new Error('The trace has no tasks of a page')
  return Math.max(...times)
}
