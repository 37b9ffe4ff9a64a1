import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { isolated } from './isolated.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
}

/** A table; on phones each row is drawn as a card whose cells show their column's name. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  /** Names the table; not visible. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}) {
  return (
    <table className="w-full border-collapse text-start text-[0.9375rem] max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={clsx(
                'px-3 py-2 text-sm font-semibold text-muted first:ps-0 last:pe-0',
                column.align === 'end' && 'text-end',
              )}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:grid max-sm:gap-3">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className="border-line max-sm:grid max-sm:gap-1 max-sm:rounded-control max-sm:border max-sm:p-3 sm:border-b sm:last:border-0"
          >
            {columns.map((column) => (
              <td
                key={column.key}
                className={clsx(
                  'align-middle max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4',
                  'sm:px-3 sm:py-3 sm:first:ps-0 sm:last:pe-0',
                  column.align === 'end' && 'sm:text-end',
                )}
              >
                <span aria-hidden="true" className="text-sm text-muted sm:hidden">
                  {column.header}
                </span>
                {isolated(column.cell(row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
