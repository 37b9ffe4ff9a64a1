import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const { resolve } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8')

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Pages that were checked a moment ago, and of which only the colours have changed since. */
const repainted = new WeakSet<Page>()

/** Runs a check on a page that differs only in its colours from what was checked before. */
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
 * The violations that axe finds at its defaults, for a quarter of the work: axe is loaded once per document and not
 * before each check, runs in the page itself (none of ours has frames) instead of merging results in a second page,
 * fetches no style sheets for rules that are not used, and only the violations leave the page.
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
 * Prepares a page for axe, which checks all of it at once. Draws what is far from sight, which would otherwise get its
 * colours only while axe reads them. Applies a new theme's colours at once: thousands of transitions, each of which
 * starts when its parent's has ended, cost more than axe does, and have colours of neither theme.
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

/** Waits for animations: axe ignores a dialog that is still transparent, and would check the page behind it. */
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

/** Expects that axe finds no violation on the page in its present state. */
export async function expectAccessible(page: Page): Promise<void> {
  // Until its code has loaded, a page is only the placeholder in index.html, beside what a too old browser is told.
  await expect(page.locator('h1:not([data-until-app] *, #too-old[hidden] *)').first()).toBeAttached()
  expect(page.frames()).toHaveLength(1)
  await drawAll(page)
  await drawnWhole(page)
  // What the header covers for now counts as too small for a finger.
  const scrolled = await page.evaluate(() => {
    const { scrollY } = globalThis
    globalThis.scrollTo({ top: 0, behavior: 'instant' })
    return scrollY
  })
  const found = await violationsOf(
    page,
    repainted.has(page) ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: WCAG_22_AA },
  )
  await page.evaluate((top) => globalThis.scrollTo({ top, behavior: 'instant' }), scrolled)
  expect(found).toEqual([])
}

/**
 * Expects no sideways scrolling of the page or of the dialog that is open on it. The dialog is measured by itself,
 * since it does not widen the page behind it.
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

/**
 * Expects that no control is drawn by the browser, which knows neither theme, and that phones do not zoom into one:
 * they do below 16 px. Controls that are hidden behind a label are not looked at.
 */
export async function expectOwnControls(page: Page): Promise<void> {
  const wrong = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input, select, textarea')].flatMap((control) => {
      const { appearance, clip, clipPath, fontSize, opacity } = getComputedStyle(control)
      const isHidden = opacity === '0' || clip !== 'auto' || clipPath !== 'none'
      const isTick = control.matches('[type=checkbox], [type=radio]')
      const isNative = (isTick || control.matches('select')) && appearance !== 'none'
      const isSmall = !isTick && Number.parseFloat(fontSize) < 16
      return !isHidden && (isNative || isSmall)
        ? [`${control.outerHTML.slice(0, 120)}: ${appearance}, ${fontSize}`]
        : []
    }),
  )
  expect(wrong).toEqual([])
}

/** No sideways scrolling at 320 pixels, the narrowest phone, and the kit’s controls; restores the size. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await expectOwnControls(page)
  if (size) await page.setViewportSize(size)
}
