const NEEDS_ESCAPE = /["\\]/g

/**
 * A Postgres array literal for one column of a set-based statement. pg's own conversion runs two regular
 * expressions over every element, which at a dozen columns is most of a projection's cost.
 */
export const arrayLiteral = (values: readonly (string | bigint | null)[]): string => {
  let literal = '{'
  let separator = ''
  for (const value of values) {
    if (value === null) literal += `${separator}NULL`
    else if (typeof value === 'bigint') literal += `${separator}${value}`
    else literal += `${separator}"${value.replace(NEEDS_ESCAPE, '\\$&')}"`
    separator = ','
  }
  return `${literal}}`
}

/** One array literal per column of `rows`, in the order of `columns`. */
export const columnsOf = <Row>(
  rows: readonly Row[],
  ...columns: readonly ((row: Row) => string | bigint | null)[]
): string[] => columns.map((column) => arrayLiteral(rows.map(column)))
