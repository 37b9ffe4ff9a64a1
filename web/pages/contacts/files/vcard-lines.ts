import { utf16Of } from '../../../../api/contract/given-text.ts'
import { binaryOf, bytesOf, decodeAs } from './encoding.ts'

/** One property of a card (RFC 6350, 3.3), or a line that is no property. */
export interface ContentLine {
  /** First line of the property in the file, from 1. */
  readonly line: number
  /** In upper case, without the group prefix; null when the line is no property. */
  readonly name: string | null
  /** Values of TYPE in lower case; version 2.1 may omit the word TYPE. */
  readonly types: readonly string[]
  /** The number in `PREF=1`; 1 when the property is only marked as preferred; null when it is not. */
  readonly preference: number | null
  readonly value: string
}

const ENCODING = /^(quoted-printable|base64|b|7bit|8bit)$/i
/** A line break, also one that was converted to CRLF more than once. */
const LINE_END = /(?<!\r)\r*\n|\r/

interface Parameters {
  readonly types: readonly string[]
  readonly encoding: string | null
  readonly charset: string | null
  readonly preference: number | null
}

const parametersOf = (text: string): Parameters => {
  const types: string[] = []
  let encoding: string | null = null
  let charset: string | null = null
  let preference: number | null = null
  for (const [part] of text.matchAll(/(?:"[^"]*"|[^;"])+/g)) {
    const [, key = '', given = ''] = /^(?:([\w-]+)=)?(.*)$/s.exec(part.trim()) ?? []
    const value = given.replaceAll('"', '').trim().toLowerCase()
    if (/^encoding$/i.test(key) || (key === '' && ENCODING.test(value))) encoding = value
    else if (/^charset$/i.test(key)) charset = value
    else if (/^pref$/i.test(key)) preference = Number.parseInt(value, 10) || 1
    else if (key === '' || /^type$/i.test(key)) types.push(...value.split(',').map((type) => type.trim()))
  }
  return { types, encoding, charset, preference: preference ?? (types.includes('pref') ? 1 : null) }
}

const PROPERTY = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s

const isQuotedPrintable = (text: string): boolean => {
  const [, , parameters = ''] = PROPERTY.exec(text) ?? []
  return parametersOf(parameters).encoding === 'quoted-printable'
}

/** Joins folded lines (RFC 6350, 3.2), and quoted-printable lines with or without soft breaks. */
const unfolded = (file: string): readonly { readonly line: number; readonly text: string }[] => {
  const lines: { line: number; text: string; quoted: boolean }[] = []
  for (const [index, text] of file.split(LINE_END).entries()) {
    const last = lines.at(-1)
    if (last?.quoted && last.text.endsWith('=') && !/^end:vcard/i.test(text))
      last.text = last.text.slice(0, -1) + text
    else if (last?.quoted && /^=[\dA-F]{2}/i.test(text)) last.text += text
    else if (last && /^[ \t]/.test(text)) last.text += text.slice(1)
    else lines.push({ line: index + 1, text, quoted: isQuotedPrintable(text) })
  }
  return lines.filter(({ text }) => text.trim() !== '')
}

const fromQuotedPrintable = (binary: string): string =>
  binary.replaceAll(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const fromBase64 = (binary: string): string => {
  try {
    return atob(binary.replaceAll(/\s/g, ''))
  } catch {
    return ''
  }
}

const valueOf = (binary: string, { encoding, charset }: Parameters): string => {
  const plain =
    encoding === 'quoted-printable'
      ? fromQuotedPrintable(binary)
      : encoding === 'base64' || encoding === 'b'
        ? fromBase64(binary)
        : binary
  return decodeAs(bytesOf(plain), charset)
}

/** Pictures, sounds and keys are large and not imported, so they are not decoded. */
const UNREAD = /^(PHOTO|LOGO|SOUND|KEY)$/

/** The lines of a vCard file of any version. Each value is decoded in its own character set. */
export const contentLines = (bytes: Uint8Array): readonly ContentLine[] => {
  const wide = utf16Of(bytes)
  const file = binaryOf(wide === null ? bytes : new TextEncoder().encode(wide))
  // The three bytes of a UTF-8 byte-order mark.
  return unfolded(file.replace(/^\u00EF\u00BB\u00BF/, '')).map(({ line, text }) => {
    const [, name, parameters = '', value = ''] = PROPERTY.exec(text) ?? []
    if (name === undefined) return { line, name: null, types: [], preference: null, value: '' }
    const upper = name.toUpperCase()
    const read = parametersOf(parameters)
    return {
      line,
      name: upper,
      types: read.types,
      preference: read.preference,
      value: UNREAD.test(upper) ? '' : valueOf(value, read),
    }
  })
}
