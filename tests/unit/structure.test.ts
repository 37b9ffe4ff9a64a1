import { describe, expect, it } from 'vitest'
import { bareTexts } from '../structure/bare-texts.ts'
import { endlessWaits } from '../structure/browser-waits.ts'
import { deafConnections } from '../structure/connections.ts'
import { folderRings } from '../structure/folders.ts'
import { longFunctions } from '../structure/functions.ts'
import { upwardImports } from '../structure/layers.ts'
import { newerStyles } from '../structure/newer-styles.ts'
import { newerFeatures } from '../structure/platform-features.ts'
import { readModelSql } from '../structure/read-models.ts'
import { slowRegExps } from '../structure/regexps.ts'
import { sharedStatementNames } from '../structure/statements.ts'
import { misplacedPackages } from '../structure/packages.ts'
import { untranslatedTexts } from '../structure/texts.ts'

const lines = (count: number, text = 'work()'): string => Array.from({ length: count }, () => text).join('\n')

describe('a function that is too long', () => {
  it('is found by its name, with the lines of its own', () => {
    expect(longFunctions('a.ts', `const long = () => {\n${lines(9)}\n}`, 10)).toEqual([
      { name: 'long', line: 1, lines: 11 },
    ])
    expect(longFunctions('a.ts', `const fits = () => {\n${lines(8)}\n}`, 10)).toEqual([])
  })

  it('is not charged for comments, blank lines and the functions in it', () => {
    const inner = `const inner = () => {\n${lines(8)}\n}`
    expect(
      longFunctions('a.ts', `const outer = () => {\n// why\n\n${inner}\n${inner}\n${lines(4)}\n}`, 10),
    ).toEqual([])
    expect(longFunctions('a.tsx', `const A = () => (\n<p>\n${lines(9, 'a')}\n</p>\n)`, 10)).toMatchObject([
      { name: 'A' },
    ])
  })
})

describe('a wait for a browser that has no end', () => {
  const found = (source: string) => endlessWaits('web/a.ts', source).map(({ text }) => text)

  it.each([
    ['await navigator.serviceWorker.ready', 'serviceWorker.ready'],
    ['const a = await registration?.pushManager?.getSubscription()', 'pushManager?.getSubscription('],
    ['navigator.clipboard.writeText(text).then(done)', 'clipboard.writeText('],
    ['await Notification.requestPermission()', 'requestPermission('],
    ['await browserAnswer(a); await before.unsubscribe()', 'await before.unsubscribe()'],
  ])('is found: %s', (source, text) => {
    expect(found(source)).toEqual([text])
  })

  it.each([
    'await browserAnswer(navigator.serviceWorker.ready)',
    'await memberAnswer(\n  startAuthentication({}),\n)',
    "if (!('serviceWorker' in navigator)) return",
  ])('is not found: %s', (source) => {
    expect(found(source)).toEqual([])
  })
})

describe('a text that a translator of pages takes from React', () => {
  const found = (source: string) => bareTexts('a.tsx', source).map(({ text }) => text)

  it.each([
    ['<button>{busy ? <Spinner /> : icon}{children}</button>', 'children'],
    ["<p>{offline && t('Offline')}<b /></p>", "t('Offline')"],
    ['<p>{done && <Tick />} {title}</p>', 'title'],
    ['<p>{label !== "" && <>{label} · </>}<Age /></p>', 'label'],
    ['<ul>{names.map((name) => name)}</ul>', 'name'],
    ["<Fact>{value === null ? t('Not known') : <Money />}<Age /></Fact>", "t('Not known')"],
    ["<p><Money amount={balance} /> {t('left')}</p>", "t('left')"],
    ["const Value = ({ on }) => (on ? t('Yes') : <Badge />)", "t('Yes')"],
    ["function Value() { if (!on) return t('Yes'); return <Badge /> }", "t('Yes')"],
  ])('is found: %s', (source, text) => {
    expect(found(source)).toEqual([text])
  })

  it.each([
    '<button>{busy ? <Spinner /> : icon}<span>{children}</span></button>',
    "<p>{offline ? t('Offline') : t('Live')}</p>",
    "<p>{t('One')} <b>{t('Two')}</b></p>",
    "<p>{t('Left:')} <Money amount={balance} /></p>",
    "import { Check } from 'lucide-react'; const a = <p><Check /> {t('Done')}</p>",
    '<Card>{title && <h2>{title}</h2>}{children}</Card>',
    "const word = (on) => (on ? t('Yes') : t('No'))",
    '<ul>{names.map((name) => <li key={name}>{name}</li>)}</ul>',
  ])('is not: %s', (source) => {
    expect(found(source)).toEqual([])
  })
})

describe('a text that no catalogue knows', () => {
  const found = (source: string) => untranslatedTexts('a.tsx', source).map(({ text }) => text)

  it.each([
    ['<p>No devices</p>', 'No devices'],
    ['<p>{count === 0 ? "none" : t("some")}</p>', 'none'],
    ['<p>{isNew && "new"}</p>', 'new'],
    ['<p>{`${count} votes`}</p>', 'votes'],
    ['<p>{Math.floor(share * 100)}%</p>', '%'],
    ['<input placeholder="Search" />', 'Search'],
    ['<Field label={busy ? t("Wait") : "Send"} />', 'Send'],
    ['<Fact name="Fee">{fee}</Fact>', 'Fee'],
    ['toast({ tone: "credit", title: "Saved" })', 'Saved'],
    ['const NAMES = { open: { label: "Open" } }', 'Open'],
    ['register("to", { validate: (to) => to !== "" || "Please say to whom" })', 'Please say to whom'],
    ['throw new UnreadableFile("This is no text file.")', 'This is no text file.'],
  ])('is found: %s', (source, text) => {
    expect(found(source)).toEqual([text])
  })

  it.each([
    '<p>{t("No devices")} 12 %</p>',
    '<a aria-label={t("Close")} className="text-sm font-bold" href="/wallet">Youtility</a>',
    '<Fact name={rich("{a} left", { a: <b>{t("x")}</b> })}>YUT</Fact>',
    'throw new Error("Nobody sees this but us")',
    'const message = { text: "text", kind: "money_in" }',
    'const STATES: Record<"Not read at all", string> = {}',
    'meant("a vote", "Open")',
  ])('is not: %s', (source) => {
    expect(found(source)).toEqual([])
  })

  it('stands with its line', () => {
    expect(untranslatedTexts('a.tsx', 'const a = (\n  <p>\n    Hello you\n  </p>\n)')).toEqual([
      { line: 3, text: 'Hello you' },
    ])
  })
})

describe('folders that import each other', () => {
  const files = (entries: Readonly<Record<string, string>>) => new Map(Object.entries(entries))

  it('are found, by type imports too', () => {
    const rings = folderRings(
      files({
        'api/a/one.ts': `import type { Two } from '../b/two.ts'`,
        'api/b/three.ts': `import { four } from '../a/four.ts'`,
      }),
    )
    expect([...rings.keys()]).toEqual(['api/a -> api/b'])
  })

  it('are found by way of others, each ring once and with an import for each step', () => {
    const rings = folderRings(
      files({
        'api/b/b.ts': `import { c } from '../c/c.ts'`,
        'api/c/c.ts': `const a = await import('../a/a.ts')`,
        'api/a/a.ts': `import { b } from '../b/b.ts'\nimport { d } from '../d/d.ts'`,
        'api/d/d.ts': '',
      }),
    )
    expect([...rings]).toEqual([
      [
        'api/a -> api/b -> api/c',
        ['api/a/a.ts -> api/b/b.ts', 'api/b/b.ts -> api/c/c.ts', 'api/c/c.ts -> api/a/a.ts'],
      ],
    ])
  })

  it('are found among the areas of pages, by way of a page too', () => {
    const rings = folderRings(
      files({
        'web/pages/bills/a.tsx': `import { b } from '../pools/b.tsx'`,
        'web/pages/pools/b.tsx': `import { c } from '../bills/c.tsx'`,
        'web/pages/token/d.tsx': `import { e } from '../wallet.tsx'`,
        'web/pages/wallet.tsx': `import { f } from './token/f.tsx'\nimport { g } from './bills/g.tsx'`,
      }),
    )
    expect([...rings.keys()]).toEqual([
      'web/pages/bills -> web/pages/pools',
      'web/pages/token -> web/pages/wallet.tsx',
    ])
  })

  it('are fine one way, within a folder, and through what puts them together', () => {
    expect(
      folderRings(
        files({
          'api/a/one.ts': `import { two } from './two.ts'\nimport { b } from '../b/b.ts'`,
          'api/parts.ts': `import { a } from './a/one.ts'`,
          'api/b/b.ts': `import type { Area } from '../area.ts'`,
        }),
      ).size,
    ).toBe(0)
  })
})

describe('an import against the direction of the layers', () => {
  it.each([
    ['events/wallet/a.ts', `import { b } from '../../api/database/row-cache.ts'`],
    ['events/wallet/a.ts', `type A = import('../../projections/columns.ts').Column`],
    ['projections/a.ts', `export * from '../api/ledger.ts'`],
    ['api/wallet/a.ts', `import type { B } from '../../web/ui/button.tsx'`],
    ['api/wallet/a.ts', `const b = await import('../../tests/support/members.ts')`],
    ['api/processes/a.ts', `import { b } from '../wallet/wallets.ts'`],
    ['api/wallet/a.ts', `import { b } from '../areas.ts'`],
    ['api/platform.ts', `import { b } from './external-services.ts'`],
    ['api/contract/a.ts', `import type { Pool } from 'pg'`],
    ['api/contract/a.ts', `import { hash } from 'node:crypto'`],
    ['api/contract/a.ts', `import { b } from '../ledger.ts'`],
    ['api/contract/credential-verifier/a.ts', `import { b } from '../../../events/money.ts'`],
    ['api/contract/receipt-check.ts', `import { b } from '../../events/proof/node-sha256.ts'`],
    ['events/proof/hashing.ts', `import { hash } from 'node:crypto'`],
    ['web/data/a.ts', `import { b } from '../../api/wallet/ledger.ts'`],
    ['web/data/a.ts', `import { b } from '../../api/contract/operations.ts'`],
    ['web/data/a.ts', `import { b } from '../../events/money.ts'`],
    ['web/data/a.ts', `import path from 'node:path'`],
    ['web/ui/a.tsx', `import { b } from '../data/client.ts'`],
    ['web/ui/a.tsx', `import { b } from '../../api/contract/money.ts'`],
    ['web/locales/a.ts', `import { b } from '../texts/texts.ts'`],
  ])('is found in %s: %s', (file, source) => {
    expect(upwardImports(file, source)).toHaveLength(1)
  })

  it.each([
    ['events/wallet/a.ts', `import { b } from '../money.ts'; import { hash } from 'node:crypto'`],
    ['projections/a.ts', `import { b } from '../events/money.ts'`],
    [
      'api/wallet/a.ts',
      `import { b } from '../contract/wallet.ts'; import { c } from '../../events/money.ts'`,
    ],
    ['api/contract/a.ts', `import * as z from 'zod/mini'; import { b } from './money.ts'`],
    ['api/contract/receipt-check.ts', `export { b } from '../../events/proof/receipt.ts'`],
    ['api/wallet/a.ts', `import type { B } from '../area.ts'`],
    ['api/server.ts', `import { b } from './areas.ts'`],
    ['web/data/a.ts', `import { b } from '../../api/contract/wallet.ts'`],
    ['web/ui/a.tsx', `import { t } from '../texts/texts.ts'; import './dialog.css'`],
    ['web/locales/a.ts', `import path from 'node:path'`],
  ])('is not: %s: %s', (file, source) => {
    expect(upwardImports(file, source)).toEqual([])
  })
})

describe('SQL on the read models', () => {
  it.each([
    'select 1 from ${READ_SCHEMA}.bill',
    'select 1 from app.member join\n  read.bill on true',
    'insert into read_0123abcd.bill values (1)',
    'update read.bill set minor = 1',
    'truncate read.bill',
    'select 1 from "read"."bill"',
  ])('is found: %s', (source) => {
    expect(readModelSql(source)).toBe(true)
  })

  it.each([
    'const { data } = read.data',
    'size(message, read.seconds)',
    '-- how far they have read. A member',
  ])('is not: %s', (source) => {
    expect(readModelSql(source)).toBe(false)
  })
})

describe('the name of a prepared statement', () => {
  const sharedIn = (sources: Readonly<Record<string, string>>) => [
    ...sharedStatementNames(new Map(Object.entries(sources))),
  ]
  const query = (name: string, text: string) => `pool.query({\n  name: '${name}',\n  text: ${text},\n})`

  it('is found where it stands for a second text, in another file or in the same', () => {
    const text = "'select 1'"
    expect(sharedIn({ 'api/a.ts': query('one', text), 'api/b.ts': query('one', text) })).toEqual([
      ['one', ['api/a.ts', 'api/b.ts']],
    ])
    expect(sharedIn({ 'api/a.ts': `${query('one', text)}\n${query('one', "'select 2'")}` })).toEqual([
      ['one', ['api/a.ts']],
    ])
  })

  it('may stand twice for one text of its file', () => {
    expect(sharedIn({ 'api/a.ts': `${query('one', 'READ')}\n${query('one', 'READ')}` })).toEqual([])
    expect(sharedIn({ 'api/a.ts': query('one', 'READ'), 'api/b.ts': query('two', 'READ') })).toEqual([])
    expect(
      sharedIn({ 'api/a.ts': `const plan = { name: 'one' }`, 'api/b.ts': query('one', 'READ') }),
    ).toEqual([])
  })
})

describe('a regular expression whose time grows with the square of the text', () => {
  const isFound = (literal: string) => slowRegExps('a.ts', `const found = ${literal}.test(text)`).length === 1

  it.each([
    String.raw`/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/`,
    String.raw`/\b(?:[a-z][a-z+.-]*:\/\/|web\+youtility:)\S+/gi`,
    String.raw`/[-+]?\$?[\d,]+(?:\.\d+)?(?: (?:YUT|USDC))? · /`,
    String.raw`/^(.+) on (.+)$/`,
    String.raw`/\r*\n|\r/`,
    '/^_+|_+$/g',
    '/(a+)+$/',
    '/(?:a|a)*b/',
  ])('is found: %s', (literal) => expect(isFound(literal)).toBe(true))

  it.each([
    String.raw`/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/`,
    String.raw`/^(?:\d*|\d{1,3}(?:\.\d{3})+),\d*$/`,
    '/(?<!_)_+$/',
    '/^[a-z]+$/u',
  ])('is not: %s', (literal) => expect(isFound(literal)).toBe(false))
})

describe('what a supported browser may lack', () => {
  const newer = (source: string) => newerFeatures('a.ts', source).map(({ name }) => name)

  it.each([
    ['URL.parse(text)', 'URL.parse'],
    ['window.URL.parse(text)', 'URL.parse'],
    ['new URLPattern(text)', 'URLPattern'],
    ['document.startViewTransition(change)', 'document.startViewTransition'],
    ['known.difference(others)', '.difference()'],
    ['Set.prototype.union', 'Set.union'],
    ['rows.values().map(read)', 'Iterator.prototype.map'],
    ['element.showPopover()', '.showPopover()'],
    ['/[a-z--c]/v', '/…/v'],
    ['/(?i:a)b/', '(?i:…)'],
  ])('is found: %s', (source, name) => {
    expect(newer(source)).toEqual([name])
  })

  it.each([
    'Object.hasOwn(a, b); a.toSorted(); structuredClone(a); /(?<=a)b/.test(c)',
    "if ('parse' in URL) URL.parse(text)",
    "const has = typeof URLPattern === 'function' && new URLPattern(text)",
    'navigator.clearAppBadge?.()',
    'const URL = mine; URL.parse(text)',
    "import * as z from 'zod/mini'; z.union([a, b])",
    'Object.values(a).map(b); const t: Temporal.Instant = c',
  ])('is not: %s', (source) => {
    expect(newer(source)).toEqual([])
  })

  it('is found in styles', () => {
    expect(
      newerStyles('a{color:color-mix(in srgb,red,blue);height:100dvh}@layer b{a:has(b){scale:-1 1}}'),
    ).toEqual([])
    expect(newerStyles('a{field-sizing:content;&:hover{a:b}}@starting-style{c{a:b}}')).toEqual([
      'css.properties.field-sizing',
      'css.properties.field-sizing.content',
      'css.at-rules.starting-style',
      'css.selectors.nesting',
    ])
  })
})

describe('a package in the wrong group', () => {
  const groups = { dependencies: { koa: '3', react: '19', zod: '4' }, appDependencies: ['react'] }
  const right = [
    [
      'api/a.ts',
      `import Koa, {\n  type Context,\n} from 'koa'\nimport type { Unused } from 'erased'\nimport { z } from 'zod'`,
    ],
    [
      'web/a.tsx',
      `import { useState } from 'react'\nconst zod = () => import('zod')\nimport path from 'node:path'`,
    ],
  ] as const
  const problemsOf = (file: string, source: string) =>
    misplacedPackages(new Map([...right, [file, source]]), groups)

  it('is not found where each is in its own', () => {
    expect(problemsOf('api/b.ts', `export { a } from './a.ts'`)).toEqual([])
  })

  it.each([
    ['the server imports one of the tests', 'api/b.ts', `import { it } from 'vitest'`],
    ['the app imports one of the tests', 'web/b.ts', `const page = await import('@playwright/test/page')`],
    ['the build imports one of the tests', 'vite.config.ts', `import { x } from 'vitest'`],
    ['a style imports one of the tests', 'web/ui/b.css', `@import 'tailwindcss';`],
    ['the server imports one of the app', 'api/b.ts', `import {\n  useState,\n} from 'react'`],
  ])('is found where %s', (_what, file, source) => {
    expect(problemsOf(file, source)).toHaveLength(1)
  })

  it('is found where nobody imports it, or the app alone', () => {
    expect(misplacedPackages(new Map(), groups)).toHaveLength(3)
    expect(misplacedPackages(new Map(right), { ...groups, appDependencies: [] })).toEqual([
      expect.stringContaining('Only the app imports react'),
    ])
    expect(misplacedPackages(new Map(right), { ...groups, appDependencies: ['react', 'vue'] })).toEqual([
      expect.stringContaining('vue in appDependencies'),
    ])
  })
})

describe('a connection to Postgres that nothing listens to', () => {
  const found = (source: string) =>
    deafConnections(`import { Client, Pool } from 'pg'\n${source}`).map(({ line }) => line)

  it('is found by its line', () => {
    expect(found(`const client = new Client({ url: of(a) })\nawait client.connect()`)).toEqual([2])
    expect(found(`const pool = new Pool({\n  max: 1,\n})`)).toEqual([2])
    expect(found(`return new Pool(config)`)).toEqual([2])
  })

  it('is none with a listener, at once or by its name', () => {
    expect(found(`const client = new Client({ url: of(a) })\nclient.on('error', () => {})`)).toEqual([])
    expect(found(`return new Pool(with(config)).on('error', () => {})`)).toEqual([])
    expect(deafConnections(`const pool = new Pool({ max: 1 })`)).toEqual([])
  })
})
