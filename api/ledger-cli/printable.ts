/** A result for programs: one line of JSON, ledger positions and amounts as decimal texts. */
export const jsonLine = (result: unknown): string =>
  `${JSON.stringify(result, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))}\n`

/**
 * Control characters except line breaks and tabs, and characters that change the writing direction: in a terminal they
 * can erase output, set titles, type answers, or disguise a line. The log contains texts of members and outsiders; an
 * auditor must see these characters, not their effects.
 */
const COMMANDS = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu

/** Escapes these characters for a terminal; in JSON the escape means the same. */
export const printable = (text: string): string =>
  text.replaceAll(COMMANDS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
