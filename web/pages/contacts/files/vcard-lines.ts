import { utf16Of } from '../../../../api/contract/given-text.ts'
import { binaryOf, bytesOf, decodeAs } from './encoding.ts'
import { type Parameters, parametersIn, PROPERTY } from './vcard-property.ts'
import { unfolded } from './vcard-unfold.ts'

/** One property of a card (RFC 6350, 3.3), or a line that is no property. */
export interface ContentLine {
  /** First line of the property in the file, from 1. */
  readonly line: number
  /** `item1` of `item1.TEL`: what belongs together, as a number and its label. */
  readonly group: string | null
  /** In upper case, without the group prefix; null when the line is no property. */
  readonly name: string | null
  readonly types: readonly string[]
  readonly preference: number | null
  readonly value: string
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

/** Pictures, sounds and keys are large and not imported, so they are not decoded; that there was one is said. */
const UNREAD = /^(?:PHOTO|LOGO|SOUND|KEY)$/
const UNREAD_VALUE = '…'

/** The lines of a vCard file of any version. Each value is decoded in its own character set. */
export const contentLines = (bytes: Uint8Array): readonly ContentLine[] => {
  const wide = utf16Of(bytes)
  const file = binaryOf(wide === null ? bytes : new TextEncoder().encode(wide))
  return unfolded(file).map(({ line, text }) => {
    const [, group = null, name, parameters = '', value = ''] = PROPERTY.exec(text) ?? []
    if (name === undefined)
      return {
        line,
        group: null,
        name: null,
        types: [],
        preference: null,
        value: decodeAs(bytesOf(text), null),
      }
    const upper = name.toUpperCase()
    const read = parametersIn(parameters)
    return {
      line,
      group: group?.toLowerCase() ?? null,
      name: upper,
      types: read.types,
      preference: read.preference,
      value: !UNREAD.test(upper) ? valueOf(value, read) : value.trim() === '' ? '' : UNREAD_VALUE,
    }
  })
}
