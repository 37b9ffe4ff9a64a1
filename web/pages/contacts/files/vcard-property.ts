/** A property with its group, its name, its parameters and its value (RFC 6350, 3.3). */
export const PROPERTY = /^(?:([\w-]+)\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s

const ENCODING = /^(quoted-printable|base64|b|7bit|8bit)$/i

export interface Parameters {
  /** Values of TYPE in lower case; version 2.1 may omit the word TYPE. */
  readonly types: readonly string[]
  readonly encoding: string | null
  readonly charset: string | null
  /** The number in `PREF=1`; 1 when the property is only marked as preferred; null when it is not. */
  readonly preference: number | null
}

export const parametersIn = (text: string): Parameters => {
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

export const isQuotedPrintable = (text: string): boolean => {
  const [, , , parameters = ''] = PROPERTY.exec(text) ?? []
  return parametersIn(parameters).encoding === 'quoted-printable'
}
