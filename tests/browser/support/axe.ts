import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const { resolve } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8')

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Pages that were found right a moment ago, and have only been painted in other colours since. */
const repainted = new WeakSet<Page>()

/** Does what is to be done to a page that differs in its colours alone from what was checked before. */
export async function whileRepainted(page: Page, check: () => Promise<void>): Promise<void> {
  repainted.add(page)
  try {
    await check()
  } finally {
    repainted.delete(page)
  }
}

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>
type RunOptions = Parameters<AxeBuilder['options']>[0]

interface Axe {
  readonly run: (context: Document, options: RunOptions) => Promise<AxeResults>
}

/**
 * What is wrong, as axe finds it at its defaults, for a quarter of the work: it is read by a document once and not
 * before each look, it runs in the page itself (none of ours has frames) instead of summing up in a second one, it
 * fetches no style sheet for rules that are not asked for, and only what is wrong leaves the page.
 */
const violationsOf = async (page: Page, runOnly: NonNullable<RunOptions['runOnly']>) => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(
    async (options) => {
      const axe: Axe = Reflect.get(globalThis, 'axe')
      const { violations } = await axe.run(document, options)
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        at: nodes.map(({ target }) => target.join(' ')),
      }))
    },
    { runOnly, resultTypes: ['violations' as const], preload: { assets: ['media'] } },
  )
}

/**
 * Axe looks at all of a page at once, as nobody can: what is far from sight is drawn for it, or it would get its colours
 * only while axe asks for them. And it takes its new colours at once when the theme changes: thousands of transitions,
 * each of which begins when that of its parent has ended, cost more than axe does, and have colours of neither theme.
 */
export const drawAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { content-visibility: visible !important } *, ::before, ::after { transition: none !important }',
    )
    document.adoptedStyleSheets.push(sheet)
  })

/** A dialog that has the focus already but is still transparent is none to axe, which then looks at the page behind it. */
const drawnWhole = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      )
    await Promise.allSettled(ending.map(({ finished }) => finished))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })

/** Nothing that axe can find is wrong with the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // Until its code has arrived, a page is its beginning in index.html alone.
  await expect(page.locator('h1:not([data-until-app] *)').first()).toBeAttached()
  expect(page.frames()).toHaveLength(1)
  await drawAll(page)
  await drawnWhole(page)
  const found = await violationsOf(
    page,
    repainted.has(page) ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: WCAG_22_AA },
  )
  expect(found).toEqual([])
}

/**
 * Neither the page needs sideways scrolling nor the dialog that is open on it: that stands in front of the page, which
 * is none the wider for it.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => {
      const scrolled = [
        document.documentElement,
        ...document.querySelectorAll('[role=dialog], [role=dialog] > div'),
      ]
      return Math.max(...scrolled.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    })
  // A chart takes its new width some frames after the page has taken its own.
  await expect.poll(beyond).toBeLessThanOrEqual(0)
}

/** Nor on the narrowest phone; the size is put back. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  if (size) await page.setViewportSize(size)
}
