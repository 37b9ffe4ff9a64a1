import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { median } from '../bench/statistics.ts'
import { ensurePackagesOf } from '../support/separate-packages.ts'

/** What is read of Lighthouse's result. */
interface Result {
  readonly categories: Readonly<Record<string, Category | undefined>>
  readonly audits: Readonly<Record<string, { score: number | null; numericValue?: number } | undefined>>
  readonly runtimeError?: { readonly message: string }
}

interface Category {
  readonly score: number | null
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
}

type Lighthouse = (url: string, flags: object) => Promise<{ readonly lhr: Result } | undefined>

const isFunction = (value: unknown): boolean => typeof value === 'function'
const Module = z.object({ default: z.custom<Lighthouse>(isFunction) })

/** Lighthouse, from this folder's own packages. */
const loadLighthouse = async (): Promise<Lighthouse> => {
  await ensurePackagesOf('tests/lighthouse', 'Lighthouse')
  // In a variable: the type check does not need the package.
  const name = 'lighthouse'
  return Module.parse(await import(name)).default
}

/** One page's figures: scores from 0 to 100, times in milliseconds; medians of the runs. */
export interface Figures {
  /** Tasks counted by their processor time; see decision 0211. */
  readonly performance: number
  /** By the clock, which includes the browser's waiting for a processor. */
  readonly performanceByClock: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly blockedMs: number
  readonly shift: number
  /** Failed audits other than speed, in any run. */
  readonly found: readonly string[]
}

const scoreOf = (result: Result, category: string): number => {
  const score = result.categories[category]?.score
  if (typeof score !== 'number') throw new Error(`Lighthouse gave no score for ${category}`)
  return Math.round(score * 100)
}

const valueOf = (result: Result, audit: string): number => {
  const value = result.audits[audit]?.numericValue
  if (typeof value !== 'number') throw new Error(`Lighthouse gave no value for ${audit}`)
  return value
}

/** Names of the failed audits that count for a score other than speed. */
const foundBy = (result: Result): string[] =>
  ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const score = result.audits[id]?.score
      return weight > 0 && typeof score === 'number' && score < 1 ? [`${category}: ${id}`] : []
    }),
  )

/** Sometimes the browser records nothing, through no fault of the page. */
const ATTEMPTS_MAX = 3

/** Tasks in a trace: duration by the clock (`dur`) and processor time (`tdur`), in microseconds. */
const TraceEvents = z.looseObject({
  traceEvents: z.array(
    z.looseObject({ name: z.string(), dur: z.optional(z.number()), tdur: z.optional(z.number()) }),
  ),
})

/** Reduces the duration of each task in the traces of `folder` to its processor time. */
const countProcessorTime = async (folder: string): Promise<void> => {
  const traces = (await readdir(folder)).filter((name) => name.endsWith('trace.json'))
  for (const name of traces) {
    const file = path.join(folder, name)
    const trace = TraceEvents.parse(JSON.parse(await readFile(file, 'utf8')))
    for (const event of trace.traceEvents)
      if (event.name.endsWith('RunTask') && event.dur !== undefined && event.tdur !== undefined)
        event.dur = Math.min(event.dur, event.tdur)
    await writeFile(file, JSON.stringify(trace))
  }
}

let loaded: Promise<Lighthouse> | undefined

/** One visit of a page, scored by processor time and by the clock. */
interface Visit {
  readonly byProcessor: Result
  readonly byClock: Result
}

const visit = async (url: string, port: number, attempt = 1): Promise<Visit> => {
  const lighthouse = await (loaded ??= loadLighthouse())
  const folder = await mkdtemp(path.join(tmpdir(), 'youtility-lighthouse-visit-'))
  const flags = {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  }
  const reckon = async (): Promise<Result> => {
    const outcome = await lighthouse(url, { ...flags, auditMode: folder })
    if (!outcome) throw new Error(`Lighthouse said nothing of ${url}`)
    return outcome.lhr
  }
  try {
    await lighthouse(url, { ...flags, gatherMode: folder })
    const byClock = await reckon()
    if (byClock.runtimeError) {
      if (attempt === ATTEMPTS_MAX) throw new Error(`${url}: ${byClock.runtimeError.message}`)
      return await visit(url, port, attempt + 1)
    }
    await countProcessorTime(folder)
    return { byClock, byProcessor: await reckon() }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Measures one page as Lighthouse's mobile preset does: nothing cached, a slow telephone on a slow network, both
 * simulated.
 *
 * @param port of the browser's remote debugging
 * @param before is called before each run
 */
export const measure = async (
  url: string,
  port: number,
  runs: number,
  before: () => Promise<void>,
): Promise<Figures> => {
  const visits: Visit[] = []
  for (let run = 0; run < runs; run += 1) {
    await before()
    visits.push(await visit(url, port))
  }
  const results = visits.map(({ byProcessor }) => byProcessor)
  const of = (read: (result: Result) => number) => median(results.map(read))
  return {
    performance: of((result) => scoreOf(result, 'performance')),
    performanceByClock: median(visits.map(({ byClock }) => scoreOf(byClock, 'performance'))),
    accessibility: of((result) => scoreOf(result, 'accessibility')),
    bestPractices: of((result) => scoreOf(result, 'best-practices')),
    seo: of((result) => scoreOf(result, 'seo')),
    firstPaintMs: of((result) => valueOf(result, 'first-contentful-paint')),
    largestPaintMs: of((result) => valueOf(result, 'largest-contentful-paint')),
    blockedMs: of((result) => valueOf(result, 'total-blocking-time')),
    shift: of((result) => valueOf(result, 'cumulative-layout-shift')),
    found: [...new Set(results.flatMap(foundBy))],
  }
}
