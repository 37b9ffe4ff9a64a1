import type { Result } from 'lighthouse'
import lighthouse from 'lighthouse'
import { median } from '../bench/statistics.ts'

/** One page's figures: scores from 0 to 100, times in milliseconds; medians of the runs. */
export interface Figures {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly blockedMs: number
  readonly shift: number
  /** Audits outside speed that found something, in any run. */
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

/** Names of the failed audits that a score other than speed is made of. */
const foundBy = (result: Result): string[] =>
  ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const score = result.audits[id]?.score
      return weight > 0 && typeof score === 'number' && score < 1 ? [`${category}: ${id}`] : []
    }),
  )

/** Now and then the browser records nothing, which says nothing of the page. */
const ATTEMPTS_MAX = 3

const runOnce = async (url: string, port: number, attempt = 1): Promise<Result> => {
  const outcome = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  })
  if (!outcome) throw new Error(`Lighthouse said nothing of ${url}`)
  const { lhr } = outcome
  if (lhr.runtimeError) {
    if (attempt === ATTEMPTS_MAX) throw new Error(`${url}: ${lhr.runtimeError.message}`)
    return runOnce(url, port, attempt + 1)
  }
  return lhr
}

/**
 * Measures one page as Lighthouse's mobile preset does: nothing cached, a slow telephone on a slow network, both
 * simulated.
 *
 * @param port of the browser's remote debugging
 * @param before each run
 */
export const measure = async (
  url: string,
  port: number,
  runs: number,
  before: () => Promise<void>,
): Promise<Figures> => {
  const results: Result[] = []
  for (let run = 0; run < runs; run += 1) {
    await before()
    results.push(await runOnce(url, port))
  }
  const of = (read: (result: Result) => number) => median(results.map(read))
  return {
    performance: of((result) => scoreOf(result, 'performance')),
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
