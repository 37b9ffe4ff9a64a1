/** `npm run lighthouse`: each page by Lighthouse's mobile preset, or with `--flows` the longest tasks and waits. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../browser/support/chromium.ts'
import { startDemoServer } from '../browser/support/demo-server.ts'
import { signInByHand } from '../browser/support/members.ts'
import { freePort } from '../support/free-port.ts'
import { type Aims, PAGES } from './aims.ts'
import { walkFlows } from './flows.ts'
import { type Figures, measure } from './measure.ts'
import { measureStarts } from './starts.ts'

const USAGE = `npm run lighthouse -- [options]; the app must be built
  --runs N      how often each page is measured, default 5; the median counts
  --only PATH   one page, such as /wallet; may be given more than once
  --flows       instead: the main flows on a slower processor, its longest tasks and slowest interactions
  --starts      instead: the wallet opened cold, warm and offline on a slower processor and a slow network`

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string', multiple: true },
    flows: { type: 'boolean', default: false },
    starts: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** The aims that a page misses, in words. */
const missed = (figures: Figures, aims: Aims): string[] => [
  ...(figures.performance < aims.performance ? [`performance under ${aims.performance}`] : []),
  ...(figures.accessibility < aims.accessibility ? [`accessibility under ${aims.accessibility}`] : []),
  ...(figures.bestPractices < aims.bestPractices ? [`best practices under ${aims.bestPractices}`] : []),
  ...(aims.seo !== undefined && figures.seo < aims.seo ? [`search under ${aims.seo}`] : []),
  ...(figures.shift >= aims.shift ? ['what is seen jumps'] : []),
]

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

const lighthousePages = async (
  origin: string,
  only: readonly string[] | undefined,
  runs: number,
): Promise<boolean> => {
  const port = await freePort()
  const profile = await mkdtemp(path.join(tmpdir(), 'youtility-lighthouse-'))
  // Lighthouse opens its pages in the same browser, with the same cookies.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    baseURL: origin,
  })
  let allReached = true
  try {
    const page = browser.pages()[0] ?? (await browser.newPage())
    let signedIn = false
    console.log(
      '| page | speed | by the clock | accessible | practices | search | first paint | largest | blocked | jumps | |',
    )
    console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|')
    for (const [address, { member, aims }] of Object.entries(PAGES)) {
      if (only !== undefined && !only.includes(address)) continue
      if (member && !signedIn) {
        await signInByHand(page, 'Ada Lovelace')
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.goto('about:blank')
        signedIn = true
      }
      const figures = await measure(`${origin}${address}`, port, runs, () =>
        // Lighthouse deletes the member's stored data; with this cookie the app would report that the browser did.
        browser.clearCookies({ name: 'kept-here' }),
      )
      const misses = missed(figures, aims)
      if (misses.length > 0) allReached = false
      const cells = [
        address,
        figures.performance,
        figures.performanceByClock,
        figures.accessibility,
        figures.bestPractices,
        aims.seo === undefined ? '' : figures.seo,
        seconds(figures.firstPaintMs),
        seconds(figures.largestPaintMs),
        `${Math.round(figures.blockedMs)} ms`,
        figures.shift.toFixed(3),
        [...misses, ...figures.found].join(', ') || 'as aimed',
      ]
      console.log(`| ${cells.join(' | ')} |`)
    }
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
  }
  return allReached
}

if (values.help) console.log(USAGE)
else {
  const server = await startDemoServer()
  try {
    const isGood = values.flows
      ? await walkFlows(server.url)
      : values.starts
        ? await measureStarts(server.url, Number(values.runs))
        : await lighthousePages(server.url, values.only, Number(values.runs))
    process.exitCode = isGood ? 0 : 1
  } finally {
    await server.stop()
  }
}
