import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { NEWER } from '../../web/app/newer.ts'
import { isNewer, SINCE, type Versions } from '../structure/browser-support.ts'
import { newerStyles } from '../structure/newer-styles.ts'
import { platformFeatures } from '../structure/platform-features.ts'
import { expectAccessible } from './support/axe.ts'
import { signInByHand } from './support/members.ts'
import { button, dialog, goToReview, heading } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const MEMBER = 'Ada Lovelace'

/** What libraries use where the browser has it, or what only looks like something newer; with the reason. */
const NOT_NEWER: Readonly<Record<string, string>> = {
  '.toArray()': 'of Dexie’s collections',
  '.toHex()': 'of the curve’s points (noble)',
  '.fromHex()': 'of the curve’s points (noble)',
  '.when()': 'of zod’s checks',
  '.states()': 'of the reader of plurals (moo)',
  trustedTypes: 'asked for before it is used; without it texts are written as they are',
  'navigator.cookieEnabled': 'in every browser for long; newer is what it says of third parties',
  'navigator.connection': 'React asks for it first',
  '.startViewTransition()': 'React catches its absence, and no page uses it',
}

/** Styles without which a page is less pretty and no less useful. */
const PRETTIER: readonly string[] = [
  'css.properties.text-wrap',
  'css.properties.hyphens',
  // Names stand on the side of the page's own language then.
  'css.properties.text-align.match-parent',
  'css.properties.hyphenate-limit-chars',
  'css.properties.resize',
  'css.properties.cursor',
  'css.properties.overscroll-behavior',
  'css.properties.font-family.ui-monospace',
  // What is outside the visible area is drawn too, only slower.
  'css.properties.content-visibility',
  'css.properties.contain-intrinsic-block-size',
  'css.properties.overflow-clip-margin',
  'css.properties.forced-color-adjust',
  'css.selectors.marker',
  // Tailwind sets the same values by other rules where it is missing; our own is only not inherited by it.
  'css.at-rules.property',
]

const replaced = Object.entries(NEWER).map(([name, owner]) => `${owner.name}.${name}`)

/** For each browser the newest of these versions: those without which `theme.js` doesn’t let the app start. */
const newestOf = (all: readonly Versions[]): Versions => {
  const newest: Record<string, number> = {}
  for (const browser of ['chrome', 'edge', 'firefox', 'safari', 'safari_ios'])
    newest[browser] = Math.max(...all.map((since) => since[browser] ?? Infinity))
  return newest
}

test('the built app needs nothing that a supported browser lacks, and what a browser that may run it has', async () => {
  const files = (await readdir('dist', { recursive: true })).filter((file) => /\.(?:js|css)$/.test(file))
  const read = async (file: string) => [file, await readFile(path.join('dist', file), 'utf8')] as const
  const sources = await Promise.all(files.map(read))
  const theme = new Map(sources).get('theme.js') ?? ''
  const asked = platformFeatures('theme.js', `${theme.slice(0, theme.indexOf('var missing'))}})`)
  expect(asked.map(({ name }) => name)).toContain('AbortSignal.timeout')
  const mayRun = newestOf(asked.map(({ since }) => since))
  const [tooNew, unasked] = [new Set<string>(), new Set<string>()]
  for (const [file, source] of sources) {
    if (file.endsWith('.css'))
      for (const key of newerStyles(source))
        if (!PRETTIER.some((each) => key.startsWith(each))) tooNew.add(`${file}: ${key}`)
    if (!file.endsWith('.js')) continue
    for (const { name, since } of platformFeatures(file, source)) {
      if (replaced.includes(name) || NOT_NEWER[name] !== undefined) continue
      if (isNewer(since)) tooNew.add(`${file}: ${name}`)
      if (isNewer(since, mayRun)) unasked.add(`${file}: ${name}`)
    }
  }
  expect([...tooNew], 'newer than the browsers in package.json').toEqual([])
  expect([...unasked], 'neither asked for in theme.js nor older than all that is').toEqual([])
})

/** What Safari 16.4 doesn’t have: the name of an object or a class, and of its property, or its instances’. */
const notInSafari = (): (readonly [owner: string, ofInstances: boolean | null, name: string])[] =>
  [...SINCE].flatMap(([key, { safari = Infinity }]) => {
    const [, kind, owner = '', name = ''] =
      /^(api|javascript\.builtins)\.(?:Intl\.)?(\w+)\.(\w+)$/.exec(key) ?? []
    if (safari <= 16.4 || kind === undefined || name.endsWith('_event')) return []
    // Of the language’s own the data doesn’t say whether instances have it.
    const ofInstances = kind === 'api' ? !name.endsWith('_static') : null
    return [[owner, ofInstances, name.replace('_static', '')] as const]
  })

test('a member of Safari 16.4 signs in, sends, opens a link and sees their profile; in an older browser the page says what is missing', async ({
  page,
  context,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await test.step('a member of Safari 16.4 signs in, sends, opens a link and sees their profile', async () => {
    await context.addInitScript((lacking) => {
      for (const [owner, ofInstances, name] of lacking) {
        const there: unknown = Reflect.get(globalThis, owner)
        if (typeof there !== 'function') continue
        if (ofInstances !== true) Reflect.deleteProperty(there, name)
        if (ofInstances !== false && typeof there.prototype === 'object')
          Reflect.deleteProperty(there.prototype, name)
      }
    }, notInSafari())
    await signInByHand(page, MEMBER)
    const isThere = () => [
      'canParse' in URL,
      'difference' in Set.prototype,
      'checkVisibility' in document.body,
    ]
    expect(await page.evaluate(isThere), 'replaced, not replaced').toEqual([true, false, false])
    await page.goto(`/open?link=${encodeURIComponent('web+youtility:pay/@grace?amount=3')}`)
    await expect(heading(page, 'Send Funds')).toBeVisible()
    await button(page, 'Cancel').click()
    await goToReview(page, { to: '@grace', amount: '12.34', message: 'Lunch' })
    await expect(dialog(page)).toContainText('$12.34')
    await page.goto('/profile')
    await expect(page.getByText('Ada Lovelace', { exact: true }).first()).toBeVisible()
    await page.goto('/did')
    await expect(page.getByText('Ed25519').first()).toBeVisible()
    expect(errors).toEqual([])
  })
  await test.step('in an older browser the page says what is missing', async () => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(Intl, 'Segmenter')
      Reflect.deleteProperty(Array.prototype, 'toSorted')
    })
    for (const address of ['/', '/wallet']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'Youtility needs a newer browser' })).toBeVisible()
      await expect(page.getByText(/Diesem fehlt Array\.prototype\.toSorted, Intl\.Segmenter\./)).toBeVisible()
      await expect(page.getByText(/START INVESTING|SIGN IN|Verifying/).filter({ visible: true })).toHaveCount(
        0,
      )
    }
    await expectAccessible(page)
    expect(errors).toEqual([])
  })
})
