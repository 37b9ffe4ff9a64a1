import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { LANGUAGE_STORAGE_KEY } from '../../../web/texts/choose-language.ts'
import { directionOf, languageFor, localeFor } from '../../../web/texts/languages.ts'
import { exactDollars, formatMoney } from '../../../web/texts/money.ts'
import { percent } from '../../../web/texts/exact-numbers.ts'
import { number } from '../../../web/texts/numbers.ts'
import { rich } from '../../../web/texts/rich.tsx'
import { setLanguage, t } from '../../../web/texts/texts.ts'
import { translateServerText } from '../../../web/texts/translate-server-text.ts'
import { openWith } from './support/theme-script.ts'

const GERMAN = {
  'Send {amount} to {name}': '{amount} an {name} senden',
  '{count, plural, one {# device} other {# devices}}': '{count, plural, one {# Gerät} other {# Geräte}}',
  'Only {0} is staked.': 'Nur {0} sind hinterlegt.',
  'Only {0} can be claimed now.': 'Nur {0} können jetzt abgeholt werden.',
  'This wallet is closed.': 'Diese Wallet ist geschlossen.',
  '{0} can have at most {1} characters.': '{0} darf höchstens {1} Zeichen haben.',
  'The message': 'Die Nachricht',
  '{0} sent you {1}.': '{0} hat dir {1} geschickt.',
  'A circle can have at most {0} contacts.': 'Ein Kreis kann höchstens {0} Kontakte haben.',
}
afterEach(() => setLanguage('en', 'en-US', {}))

describe('a text', () => {
  test('is English word for word where nothing else is spoken', () => {
    expect(t('Send {amount} to {name}', { amount: '$5.00', name: 'Grace' })).toBe('Send $5.00 to Grace')
    expect(t('{count, plural, one {# device} other {# devices}}', { count: 1 })).toBe('1 device')
    expect(t('{count, plural, one {# device} other {# devices}}', { count: 2345 })).toBe('2,345 devices')
    expect(t('It’s 100% free (really)')).toBe('It’s 100% free (really)')
  })

  test('is said in the language that is spoken, and in English where it has no translation', () => {
    setLanguage('de', 'de-DE', GERMAN)
    expect(t('Send {amount} to {name}', { amount: '5,00 $', name: 'Grace' })).toBe('5,00 $ an Grace senden')
    expect(t('{count, plural, one {# device} other {# devices}}', { count: 2345 })).toBe('2.345 Geräte')
    expect(t('Nobody has translated this')).toBe('Nobody has translated this')
  })

  test('has elements where it has placeholders, in the order of the language', () => {
    setLanguage('de', 'de-DE', GERMAN)
    const said = rich('Send {amount} to {name}', {
      amount: '5,00 $',
      name: createElement('b', null, 'Grace'),
    })
    expect(renderToStaticMarkup(createElement('p', null, said))).toBe(
      '<p>5,00 $<span> an </span><b>Grace</b><span> senden</span></p>',
    )
  })
})

describe('what the server says', () => {
  test('stays as it is in English and where nobody knows it', () => {
    expect(translateServerText('This wallet is closed.')).toBe('This wallet is closed.')
    setLanguage('de', 'de-DE', GERMAN)
    expect(translateServerText('Nobody has translated this.')).toBe('Nobody has translated this.')
    expect(translateServerText('')).toBe('')
  })

  test.each([
    ['This wallet is closed.', 'Diese Wallet ist geschlossen.'],
    ['Only 1,234.5 YUT is staked.', 'Nur 1.234,50 YUT sind hinterlegt.'],
    ['Only 2 YUT can be claimed now.', 'Nur 2,00 YUT können jetzt abgeholt werden.'],
    ['The message can have at most 200 characters.', 'Die Nachricht darf höchstens 200 Zeichen haben.'],
    ['A circle can have at most 1,000 contacts.', 'Ein Kreis kann höchstens 1.000 Kontakte haben.'],
  ])('is said anew: %s', (english, german) => {
    setLanguage('de', 'de-DE', GERMAN)
    expect(translateServerText(english)).toBe(german)
  })
})

describe('a name that somebody has chosen, in what the server says', () => {
  test.each([
    ',',
    '$,',
    '-,',
    '-$-5',
    '--5',
    '1,5',
    '5,,5',
    '{0}',
    '{name}',
    'toString',
    '__proto__',
    '$&',
    "O'Brien",
  ])('stays as it is: %s', (name) => {
    setLanguage('de', 'de-DE', GERMAN)
    expect(translateServerText(`${name} sent you $1,000.00.`)).toBe(
      `${name} hat dir 1.000,00\u00A0$ geschickt.`,
    )
    expect(translateServerText(name)).toBe(name)
  })
})

describe('numbers and money', () => {
  test('are written as the specification has them in English', () => {
    expect([number(1234.5), number('1234567.891'), percent('12.50'), percent(3, 'always')]).toEqual([
      '1,234.5',
      '1,234,567.891',
      '12.50%',
      '+3%',
    ])
    expect(formatMoney('-1234.5', 'USD')).toBe('-$1,234.50')
    expect(exactDollars('126.602023')).toBe('$126.602023')
  })

  test('keep all their digits as a price', () => {
    setLanguage('de', 'de-DE', {})
    expect(exactDollars('126.602023')).toBe('126,602023\u00A0$')
  })

  test.each([
    ['de-DE', '-1.234,50\u00A0$', '1.234,50 YUT', '12,50\u00A0%'],
    ['de-CH', "$-1'234.50", "1'234.50 YUT", '12.50%'],
    ['en-GB', '-$1,234.50', '1,234.50 YUT', '12.50%'],
  ])('are written as in %s', (locale, dollars, yut, share) => {
    setLanguage('de', locale, {})
    expect(formatMoney('-1234.5', 'USD')).toBe(dollars)
    expect(formatMoney('1234.5', 'YUT')).toBe(yut)
    expect(percent('12.50')).toBe(share)
  })
})

describe('the language of a page', () => {
  test('is what was chosen, else the first of the browser’s that there is, else English', () => {
    expect(languageFor('de', ['en-US'])).toBe('de')
    expect(languageFor('xx', ['fr-FR', 'de-AT', 'en'])).toBe('de')
    expect(languageFor(null, ['fr-FR', 'en-GB', 'de'])).toBe('en')
    expect(languageFor(null, ['fr'])).toBe('en')
  })

  test('brings the numbers and dates of the browser’s region for it, else those of its home', () => {
    expect(localeFor('de', ['en-US', 'de', 'de-AT'])).toBe('de-AT')
    expect(localeFor('de', ['en-US'])).toBe('de-DE')
    expect(localeFor('en', ['de-DE', 'en'])).toBe('en-US')
  })

  test('is known to theme.js by the same rule, before the app is loaded', () => {
    const before = (chosen: string | null, languages: readonly string[]) => {
      const { lang, dir, written } = openWith({
        stored: chosen === null ? {} : { [LANGUAGE_STORAGE_KEY]: chosen },
        languages,
        tables: { CATALOGUES: { de: ['/assets/de.js', 'ltr'], ar: ['/assets/ar.js', 'rtl'] } },
      })
      expect(written).toEqual(lang() === 'en' ? [] : [`<script defer src="/assets/${lang()}.js"></script>`])
      expect(dir()).toBe(directionOf(lang()))
      return lang()
    }
    // A property name that every JavaScript object has is no supported language either.
    for (const chosen of ['de', 'en', 'xx', 'constructor', null])
      for (const asked of [
        [],
        ['en-US'],
        ['de-DE', 'en'],
        ['fr', 'de-AT'],
        ['fr'],
        ['EN-gb', 'de'],
        ['constructor', 'de'],
      ])
        expect(before(chosen, asked)).toBe(languageFor(chosen, asked))
    expect(before(null, ['fr', 'ar-EG', 'en'])).toBe('ar')
  })
})
