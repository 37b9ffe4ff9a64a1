import path from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { readCatalogue } from '../../../locales/catalogue.ts'
import { collect, messagesIn, sentencesIn } from '../../../locales/collect.ts'

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
  expect(
    sentencesIn('x.ts', 'refuse(`Only ${a} of ${b} are left.`); throw new Error("Not for members at all.")'),
  ).toEqual(['Only {0} of {1} are left.'])
})

test.each(['de'])(
  '%s: every text is translated, with the same values, and nothing is left over',
  async (language) => {
    const translations = await readCatalogue(path.join(root, 'locales', language))
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
