/** A Markdown table that is readable in a terminal too: `textColumns` to the left, numbers to the right. */
export const table = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
  textColumns: number,
): string => {
  const widths = header.map((_, column) =>
    Math.max(3, ...[header, ...rows].map((row) => (row[column] ?? '').length)),
  )
  const pad = (text: string, column: number) =>
    column < textColumns ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  const line = (row: readonly string[]) =>
    `| ${header.map((_, column) => pad(row[column] ?? '', column)).join(' | ')} |`
  const rule = widths.map((width, column) =>
    column < textColumns ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  return [line(header), line(rule), ...rows.map(line)].join('\n')
}

/** 12 345 as `12,345`; `-` for what was not measured. */
export const whole = (value: number): string =>
  Number.isFinite(value) ? Math.round(value).toLocaleString('en-US') : '-'

/** Milliseconds with as many digits as matter. */
export const ms = (value: number): string =>
  Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : 0) : '-'

/** `7.3x` */
export const ratio = (ours: number, theirs: number): string =>
  Number.isFinite(ours / theirs) ? `${(ours / theirs).toFixed(1)}x` : '-'
