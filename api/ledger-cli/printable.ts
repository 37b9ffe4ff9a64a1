/** A result for programs: one line of JSON, ledger positions and amounts as decimal texts. */
export const jsonLine = (result: unknown): string =>
  `${JSON.stringify(result, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))}\n`

/**
 * Control characters but line breaks and tabs, and those that turn the direction of what follows: in a terminal they
 * clear what was printed, set titles, answer as if typed, or show a line as another. The log holds what members and
 * outsiders wrote; whoever audits it must see that, and not what it does.
 */
const COMMANDS = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu

/** Text for a terminal: what would command it is written as an escape, which in JSON means the same. */
export const printable = (text: string): string =>
  text.replaceAll(COMMANDS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
