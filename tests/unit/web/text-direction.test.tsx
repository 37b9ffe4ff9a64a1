import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { localizerOf } from '../../../api/texts/localizer.ts'
import { rich } from '../../../web/texts/rich.tsx'
import { t } from '../../../web/texts/texts.ts'
import { translateServerText } from '../../../web/texts/translate-server-text.ts'

const NAME = 'עדה לאבלייס'
const ARABIC = 'ليلى'

/** The direction that `dir="auto"` chooses: that of the first letter or mark (HTML, "the dir attribute"). */
const chosen = (text: string): 'left' | 'right' =>
  /[\p{L}\u200E\u200F]/u.exec(text)?.[0].match(/[\u0590-\u08FF\u200F]/) ? 'right' : 'left'

/** Without the marks, as it is read. */
const read = (text: string): string => text.replaceAll(/[\u200E\u2068\u2069]/g, '')

describe('a sentence that begins with a name from right to left', () => {
  it.each([NAME, ARABIC])('runs from left to right: %s', (name) => {
    for (const text of [
      t('{name} is online.', { name }),
      translateServerText(`${name} is active.`),
      localizerOf('en').t('{name} paid you.', { name }),
    ]) {
      expect(chosen(text)).toBe('left')
      expect(read(text)).toMatch(new RegExp(`^${name} `))
    }
  })

  it('keeps the name together, so that figures and brackets after it stay where they are', () => {
    expect(t('{name} (@{handle})', { name: NAME, handle: 'ada' })).toBe(`\u2068${NAME}\u2069 (@ada)`)
    const sentence = t('Send {amount} to {name}, 2 days', { amount: '$5.00', name: NAME })
    expect(sentence).toBe(`Send $5.00 to \u2068${NAME}\u2069, 2 days`)
    expect(renderToStaticMarkup(rich('Paid by {name}', { name: NAME }))).toContain(`\u2068${NAME}\u2069`)
  })
})

describe('what is left alone', () => {
  it('is somebody’s own text, which has its own direction', () => {
    expect(chosen(t('“{text}”', { text: NAME }))).toBe('right')
  })

  it('are texts without such letters, to the byte', () => {
    expect(t('{name} is online.', { name: 'Grace' })).toBe('Grace is online.')
    expect(translateServerText('Grace is active.')).toBe('Grace is active.')
    expect(localizerOf('de').t('{name} paid you.', { name: 'Grace' })).toBe('Grace paid you.')
  })
})
