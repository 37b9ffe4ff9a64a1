import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { afterEach, expect, test } from 'vitest'
import { UpdateProfileRequest } from '../../../api/contract/profile.ts'
import { readCatalogue, writeCatalogue } from '../../../web/locales/catalogue.ts'
import { meant, setLanguage, t } from '../../../web/texts/texts.ts'
import { translateServerText } from '../../../web/texts/translate-server-text.ts'
import { collect, isTold, messagesIn, sentencesIn } from '../../../web/locales/collect.ts'
import { SERVER_TEXTS, serverTexts } from '../../../web/locales/server-texts.ts'

afterEach(() => setLanguage('en', 'en-US', {}))

const root = path.resolve(import.meta.dirname, '../../..')
const said = collect(root)

/** Names of placeholders, including those inside plurals. */
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
  expect(
    sentencesIn('x.ts', 'say(`${label} costs ${cents(a)} on ${plan.name}.`, `Dismissed: ${recommendation}`)'),
  ).toEqual(['{name0} costs {1} on {name2}.', 'Dismissed: {0}'])
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

test('a number and its percent sign stand on one line in German', async () => {
  const german = await readCatalogue(path.join(root, 'web/locales/de'))
  expect([...german.values()].filter((text) => /[\d}] %/.test(text))).toEqual([])
})

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
  setLanguage('de', 'de-DE', Object.fromEntries(entries))
  expect([t('Open'), meant('a vote', 'Open'), meant('another', 'Open')]).toEqual(['Offen', 'Läuft', 'Open'])
})

test('the server itself says what the catalogues have, without a plural, which it cannot say', async () => {
  const texts = await serverTexts(root, ['de'])
  expect(readFileSync(path.join(root, SERVER_TEXTS), 'utf8'), 'npm run texts').toBe(texts)
  expect(texts).toContain('"Money came in.": "Geld ist eingegangen."')
  expect(texts).not.toContain(', plural,')
})

test('every sentence of the server is recognised, whatever is put into it, and said in German', async () => {
  const german = await readCatalogue(path.join(root, 'web/locales/de'))
  setLanguage('de', 'de-DE', Object.fromEntries(german))
  const sentences = [...said].filter(([, files]) => isTold(files))
  expect(sentences.length).toBeGreaterThan(300)
  const english = sentences.flatMap(([text]) => {
    const filled = text.replaceAll(/\{((?:name)?\d+)\}/g, 'Grace $1')
    return translateServerText(filled) === filled && german.get(text) !== text ? [filled] : []
  })
  expect(english).toEqual([])
})

test('a name in a sentence of the server stays what it is, whatever word or figure it looks like', async () => {
  const german = await readCatalogue(path.join(root, 'web/locales/de'))
  setLanguage('de', 'de-DE', Object.fromEntries(german))
  const sentences = [...said].flatMap(([text, files]) =>
    isTold(files) && /\{name\d/.test(text) ? [text] : [],
  )
  expect(sentences.length).toBeGreaterThan(20)
  expect(sentences).toContain('{name0} changed from {name1} to {name2}.')
  for (const name of ['Unlimited', 'My Device', 'Messages', 'data', '$5', '2026-11-30', '5 GB', '“Spare”'])
    for (const text of sentences) {
      const filled = text.replaceAll(/\{(?:name)?\d+\}/g, name)
      const expected = german.get(text)?.replaceAll(/\{name\d+\}/g, name) ?? ''
      const around = expected.split(/\{\d+\}/)
      const shown = translateServerText(filled)
      for (const part of around) expect(shown, filled).toContain(part)
    }
})

test('what is too long in a profile is named in German', async () => {
  setLanguage('de', 'de-DE', Object.fromEntries(await readCatalogue(path.join(root, 'web/locales/de'))))
  const fields = ['display_name', 'name', 'organization', 'title', 'website_url', 'bio']
  const long = Object.fromEntries(fields.map((field) => [field, `https://x.example/${'x'.repeat(9_000)}`]))
  const issues = UpdateProfileRequest.safeParse(long).error?.issues ?? []
  expect(issues.map(({ message }) => translateServerText(message))).toEqual(
    fields.map(() => expect.stringMatching(/^(?:Der|Die) .* darf höchstens [\d.]+ Zeichen haben\.$/)),
  )
})

test('German says Sie to its reader, and keeps a figure and its sign on one line', async () => {
  const texts = [...(await readCatalogue(path.join(root, 'web/locales/de'))).values()]
  const familiar = /(?<!\p{L})(?:du|dir|dich|dein(?:e[mnrs]?)?|gib|wähle|bestätige)(?!\p{L})/iu
  expect(texts.filter((text) => familiar.test(text) || /\d \$/.test(text))).toEqual([])
})

test.each([
  [
    'Insufficient USD balance: 12.50 USD is available.',
    'USD-Guthaben reicht nicht aus: 12,50 USD sind verfügbar.',
  ],
  [
    'To protect your account, please sign in again before this: paying $1,000 or more in all, or $250 or more to somebody new, since you last confirmed it was you. If that does not help, see Passkeys in your profile.',
    'Zum Schutz Ihres Kontos melden Sie sich hierfür bitte noch einmal an: Zahlung von insgesamt 1.000\u00A0$ oder mehr oder von 250\u00A0$ oder mehr an jemand Neuen, seit Sie zuletzt bestätigt haben, dass Sie es sind. Wenn das nicht hilft, sehen Sie in Ihrem Profil unter Passkeys nach.',
  ],
  [
    'My phone has used 80% of its voice minutes for this month.',
    'My phone hat für diesen Monat 80\u00A0% verbraucht: Gesprächsminuten.',
  ],
  [
    'Your wallet was opened in January 2026. There is no statement for an earlier month.',
    'Ihre Wallet wurde im Januar 2026 eröffnet. Für frühere Monate gibt es keinen Kontoauszug.',
  ],
  [
    'Your vote on “Lower fees” holds this stake until its voting ends on November 25, 2026 at 5:00\u202FPM UTC.',
    'Ihre Stimme zu „Lower fees“ bindet diesen Einsatz bis zum Ende der Abstimmung am 25. November 2026 um 17:00 UTC.',
  ],
  [
    'Your bank transfer of $1,250.00 can be taken back by its bank until 2026-11-30. The account can be closed from the day after.',
    'Ihre Bank kann 1.250,00 $ aus einer Einzahlung (Banküberweisung) bis 30.11.2026 zurückholen. Ab dem Tag danach kann das Konto geschlossen werden.',
  ],
  [
    'Spare phone is heading for 5.1 GB (3.9 GB to 6.2 GB) by November 30, beyond the 1,024 MB of its plan.',
    'Spare phone wird bis 30. November voraussichtlich 5,1 GB (3,9 GB bis 6,2 GB) verbrauchen, mehr als die 1.024 MB des Tarifs.',
  ],
  [
    'Spare phone is heading for 1 message by May 1, beyond the 30 min of its plan.',
    'Spare phone wird bis 1. Mai voraussichtlich 1 Nachricht verbrauchen, mehr als die 30 Min. des Tarifs.',
  ],
  ['My Device changed from Standard to Unlimited.', 'My Device wechselte von Standard zu Unlimited.'],
  [
    'Tablet: The network could not set up this eSIM. Try again, or delete the device.',
    'Tablet: Das Netz konnte diese eSIM nicht einrichten. Versuchen Sie es noch einmal oder löschen Sie das Gerät.',
  ],
  [
    'Dismissed: Watch has not been used for 30 days. Suspend it until you need it again.',
    'Verworfen: Watch wurde seit 30 Tagen nicht genutzt. Legen Sie es still, bis Sie es wieder brauchen.',
  ],
  ['The payment succeeds', 'Die Zahlung gelingt'],
  [
    'Youtility is starting. Please try again in a moment.',
    'Youtility ist gerade nicht bereit (startet). Bitte versuchen Sie es gleich noch einmal.',
  ],
  // A name that only looks like a value is not translated.
  ['Up to 5 (a to b) was edited.', 'Up to 5 (a to b) wurde bearbeitet.'],
])('the server’s “%s” in German', async (english, german) => {
  setLanguage('de', 'de-DE', Object.fromEntries(await readCatalogue(path.join(root, 'web/locales/de'))))
  expect(translateServerText(english)).toBe(german)
})
