import { clsx } from 'clsx'
import { isolated } from './isolated.tsx'

/** The figures of a chart in a table that can be opened: a heading for each row, then its amounts. */
export function FigureTable({
  summary,
  caption,
  columns,
  rows,
  scrollsAs,
}: {
  summary: string
  caption: string
  /** The first one is above the rows' headings. */
  columns: readonly string[]
  /** `id` identifies the row. */
  rows: readonly { readonly id: string; readonly heading: string; readonly figures: readonly string[] }[]
  /** Makes a long table scroll, as a region of this name. */
  scrollsAs?: string
}) {
  const table = (
    <table className="mt-2 w-full text-start tabular">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-muted">
        <tr>
          {columns.map((column, place) => (
            <th
              key={column}
              scope="col"
              className={clsx('py-1 font-medium last:pe-1', place > 0 && 'text-end')}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, heading, figures }) => (
          <tr key={id} className="border-t border-line">
            <th scope="row" className="py-1 font-normal">
              {heading}
            </th>
            {figures.map((figure, place) => (
              <td key={columns[place + 1]} className="py-1 text-end last:pe-1">
                {isolated(figure)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 items-center font-medium text-link">{summary}</summary>
      {scrollsAs === undefined ? (
        table
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        <section aria-label={scrollsAs} tabIndex={0} className="max-h-72 overflow-y-auto rounded-control">
          {table}
        </section>
      )}
    </details>
  )
}
