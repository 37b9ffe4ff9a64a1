import { describe, expect, it, test } from 'vitest'
import { incomingOf, payPath, sendPath } from '../../../web/parts/outside-links.ts'

const ORIGIN = 'https://youtility.example'
const placeOf = (text: string): string | null => {
  const incoming = incomingOf(text, ORIGIN)
  return incoming.kind === 'place' ? incoming.path : null
}

describe('a payment link', () => {
  it('comes back as it was made: whom, how much, of what, and what for', () => {
    const path = payPath({ handle: '@ada', amount: '25', currency: 'YUT', message: ' Dinner & "wine" ' })
    expect(path).toBe('/pay/@ada?amount=25&currency=YUT&message=Dinner+%26+%22wine%22')
    expect(placeOf(`${ORIGIN}${path}`)).toBe(path)
    const { searchParams } = new URL(sendPath('@ada', new URL(path, ORIGIN).searchParams), ORIGIN)
    expect(Object.fromEntries(searchParams)).toEqual({
      send: '@ada',
      amount: '25',
      currency: 'YUT',
      message: 'Dinner & "wine"',
    })
  })

  it('leaves open what is not asked for', () =>
    expect(payPath({ handle: 'ada', amount: '', currency: 'USD', message: ' ' })).toBe('/pay/@ada'))
})

describe('what is shared with the app', () => {
  test.each([
    ['web+youtility:pay/@ada?amount=5', '/pay/@ada?amount=5'],
    ['web+youtility://pay/@ada', '/pay/@ada'],
    ['web+youtility:@ada', '/pay/@ada'],
    [`Please pay me:\n${ORIGIN}/pay/@ada?amount=5 Thanks`, '/pay/@ada?amount=5'],
    [`${ORIGIN}/members/0b9f1c1e`, '/members/0b9f1c1e'],
    ['I am @ada there', '/wallet?send=%40ada'],
    ['ada@example.com', '/wallet?send=ada%40example.com'],
    ['did:youtility:01a203a2 is mine', '/wallet?send=did%3Ayoutility%3A01a203a2'],
    ['It is did:youtility:01a203a2.', '/wallet?send=did%3Ayoutility%3A01a203a2'],
    ...[
      ['(', ')'],
      ['', '.'],
      ['<', '>'],
      ['“', '”,'],
      ['"', '"!'],
      ['„', '“?'],
      ['«', '»'],
      ['[here](', ')'],
      ['\u2068', '\u2069'],
      ['(see <', '>).'],
      ['', '…'],
    ].flatMap(([before = '', after = '']) => [
      [`Pay ${before}${ORIGIN}/pay/@ada?amount=5${after} now`, '/pay/@ada?amount=5'],
      [`${before}${ORIGIN}/pay/@ada${after}`, '/pay/@ada'],
      [`${before}web+youtility:@ada${after}`, '/pay/@ada'],
      [`Pay ${before}@grace${after}`, '/wallet?send=%40grace'],
    ]),
    [`${ORIGIN}/pay/@ada?amount=5&message=Thanks!`, '/pay/@ada?amount=5&message=Thanks!'],
    ['Write to ada@example.com.', '/wallet?send=ada%40example.com'],
  ])('%s leads to %s', (text, path) => expect(placeOf(text)).toBe(path))

  test.each([
    'https://evil.example/pay/@ada?amount=5',
    'https://youtility.example.evil.example/pay/@ada',
    'https://social.example/@ada',
    '@ada.example is elsewhere',
    'web+youtility:wallet?send=@ada',
    `${ORIGIN}/api/logout`,
    'javascript:alert(1)',
    'Hello',
    '',
  ])('%s leads nowhere', (text) => expect(incomingOf(text, ORIGIN)).toEqual({ kind: 'nothing' }))

  it('is an address book entry as a whole, whatever stands in it', () => {
    const vcard = 'BEGIN:VCARD\nFN:Ada\nEMAIL:ada@example.com\nEND:VCARD'
    expect(incomingOf(vcard, ORIGIN)).toEqual({ kind: 'contacts', vcard })
  })
})

it.each([['a.'], ['a'], ['a@'], ['web+youtility:a '], ['did:a'], ['@a.'], ['https:']])(
  'reads 40,000 letters of “%s” in no time',
  (unit) => {
    const { user } = process.cpuUsage()
    incomingOf(unit.repeat(40_000 / unit.length), 'https://app.example.com')
    expect(process.cpuUsage({ user, system: 0 }).user / 1_000).toBeLessThan(300)
  },
)
