import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { afterEach, expect, test } from 'vitest'
import { readCatalogue, writeCatalogue } from '../../../web/locales/catalogue.ts'
import { meant, speak, t } from '../../../web/texts/texts.ts'
import { told } from '../../../web/texts/told.ts'
import { collect, isTold, messagesIn, sentencesIn } from '../../../web/locales/collect.ts'
import { PUSH_TEXTS, pushTexts } from '../../../web/locales/push-texts.ts'

afterEach(() => speak('en', 'en-US', {}))

const root = path.resolve(import.meta.dirname, '../../..')
const said = collect(root)

/** Names of placeholders, those within plurals too. */
const namesIn = (tokens: readonly unknown[]): string[] =>
  tokens.flatMap((token) => {
    if (!Array.isArray(token)) return []
    const [name, , cases]: readonly unknown[] = token
    const inner = Object.values(typeof cases === 'object' && cases !== null ? cases : {})
    return [String(name), ...inner.flatMap((each) => (Array.isArray(each) ? namesIn(each) : []))]
  })
const placeholders = (message: string): readonly string[] =>
  [...new Set(namesIn(compileMessageOrThrow(message)))].toSorted()

test('every text of the code is found, wherever it stands', () => {
  expect(said.get('Send Funds')?.length).toBeGreaterThan(1)
  expect(messagesIn('x.tsx', `<p title={t('One')}>{rich('Two {a}', { a: t("Three") })}</p>`)).toEqual([
    'One',
    'Two {a}',
    'Three',
  ])
  expect(messagesIn('x.tsx', `meant('a vote', 'Open')`)).toEqual(['a vote\u0004Open'])
  expect(
    sentencesIn('x.ts', 'refuse(`Only ${a} of ${b} are left.`); throw new Error("Not for members at all.")'),
  ).toEqual(['Only {0} of {1} are left.'])
})

test.each(['de'])(
  '%s: every text is translated, with the same values, and nothing is left over',
  async (language) => {
    const translations = await readCatalogue(path.join(root, 'web/locales', language))
    const untranslated = [...said.keys()].filter((text) => (translations.get(text) ?? '') === '')
    expect(untranslated, 'npm run texts').toEqual([])
    expect(
      [...translations.keys()].filter((text) => !said.has(text)),
      'npm run texts',
    ).toEqual([])
    const wrong = [...translations].filter(
      ([text, translation]) => placeholders(text).join() !== placeholders(translation).join(),
    )
    expect(wrong).toEqual([])
  },
)

test('a text that means two things in English has its own words for each', async () => {
  const entries = new Map([
    ['Open', 'Offen'],
    ['a vote\u0004Open', 'Läuft'],
    ['an account\u0004Open', ''],
  ])
  const folder = mkdtempSync(path.join(tmpdir(), 'catalogue-'))
  writeFileSync(path.join(folder, 'app.po'), await writeCatalogue('de', entries))
  expect(await readCatalogue(folder)).toEqual(entries)
  rmSync(folder, { recursive: true })
  expect(meant('a vote', 'Open')).toBe('Open')
  speak('de', 'de-DE', Object.fromEntries(entries))
  expect([t('Open'), meant('a vote', 'Open'), meant('another', 'Open')]).toEqual(['Offen', 'Läuft', 'Open'])
})

test('the server says in pushes what the catalogues have, without a plural, which it cannot say', async () => {
  const texts = await pushTexts(root, ['de'])
  expect(readFileSync(path.join(root, PUSH_TEXTS), 'utf8'), 'npm run texts').toBe(texts)
  expect(texts).toContain('"Money came in.": "Geld ist eingegangen."')
  expect(texts).not.toContain(', plural,')
})

test('every sentence of the server is recognised, whatever is put into it, and said in German', async () => {
  speak('de', 'de-DE', Object.fromEntries(await readCatalogue(path.join(root, 'web/locales/de'))))
  const sentences = [...said].filter(([, files]) => isTold(files))
  expect(sentences.length).toBeGreaterThan(300)
  const english = sentences.flatMap(([text]) => {
    const filled = text.replaceAll(/\{(\d+)\}/g, 'Grace $1')
    return told(filled) === filled ? [filled] : []
  })
  expect(english).toEqual([])
})

test.each([
  [
    'Insufficient USD balance: 12.50 USD is available.',
    'USD-Guthaben reicht nicht aus: 12,50 USD sind verfügbar.',
  ],
  [
    'To protect your account, please sign in again before this: paying $1,000 or more.',
    'Zum Schutz Ihres Kontos melden Sie sich hierfür bitte noch einmal an: Zahlung von 1.000 $ oder mehr.',
  ],
  [
    'My phone has used 80% of its voice minutes for this month.',
    'My phone hat für diesen Monat 80 % verbraucht: Gesprächsminuten.',
  ],
])('the server’s “%s” in German', async (english, german) => {
  speak('de', 'de-DE', Object.fromEntries(await readCatalogue(path.join(root, 'web/locales/de'))))
  expect(told(english)).toBe(german)
})
