/** Maximum names in one object; no request has more than thirty. */
export const KEYS_MAX = 100
/** Maximum names in a whole body: the largest import of contacts has 25,000. */
export const KEYS_TOTAL_MAX = 30_000
/** Maximum nesting of objects and lists. */
export const DEPTH_MAX = 12

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPENING = new Set([0x7b, 0x5b])
const CLOSING = new Set([0x7d, 0x5d])

/** A body this short cannot exceed `KEYS_MAX` names or `DEPTH_MAX` levels: `"":0,` and `[]`. */
const HARMLESS_BYTES = 2 * DEPTH_MAX

/**
 * Whether JSON text is within the limits above, checked before it is parsed: parsing and validating an object of a
 * hundred thousand names, or a list a hundred thousand levels deep, would delay every other member. One pass over the
 * bytes; the parser checks whether it is JSON at all.
 */
export const isWithinLimits = (json: Uint8Array): boolean => {
  if (json.length <= HARMLESS_BYTES) return true
  const keys = [0]
  let total = 0
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0
    if (inText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === COLON) {
      const named = (keys.pop() ?? 0) + 1
      if (named > KEYS_MAX || ++total > KEYS_TOTAL_MAX) return false
      keys.push(named)
    } else if (OPENING.has(byte)) {
      if (keys.length > DEPTH_MAX) return false
      keys.push(0)
    } else if (CLOSING.has(byte) && keys.length > 1) keys.pop()
  }
  return true
}

/** Whether a text or the name of a field contains a lone surrogate, which no database stores. */
export const hasLoneSurrogate = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, inner]) => !name.isWellFormed() || hasLoneSurrogate(inner))
}

/** In UTF-8, a surrogate can only be an escape, so most bodies need no closer check. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/
export const mayHaveSurrogate = (json: string): boolean => ESCAPED_SURROGATE.test(json)
