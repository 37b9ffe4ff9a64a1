import type { ImportAnswer } from '../../../../api/contract/contacts.ts'
import { Banner } from '../../../ui/banner.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { LineProblem } from '../files/read.ts'
import { counted, TYPE_LABELS } from '../words.ts'

/** More lines than these nobody reads at once. */
const PROBLEMS_SHOWN = 50

const COLUMNS: readonly Column<ImportAnswer['preview'][number]>[] = [
  { key: 'line', header: 'Line', cell: ({ line }) => line },
  { key: 'name', header: 'Name', cell: (row) => <bdi className="wrap-anywhere">{row.contact_name}</bdi> },
  { key: 'handle', header: 'Handle', cell: (row) => <bdi>{row.contact_handle ?? '—'}</bdi> },
  { key: 'phone', header: 'Phone', cell: (row) => <bdi>{row.phone_number ?? '—'}</bdi> },
  { key: 'type', header: 'Type', cell: (row) => TYPE_LABELS[row.contact_type] },
]

/** What would come of a file: the lines that are wrong, or the contacts that would be saved. */
export function ImportPreview({
  answer,
  problems,
  ready,
}: {
  answer: ImportAnswer | null
  problems: readonly LineProblem[]
  /** How many contacts would be saved. */
  ready: number
}) {
  if (problems.length > 0) return <Problems problems={problems} />
  if (answer === null) return null
  const { duplicates, preview } = answer
  return (
    <>
      <Banner tone={ready > 0 ? 'credit' : 'neutral'} live="status">
        {ready > 0 ? `${counted(ready, 'contact')} ready to import.` : 'Nothing new in this file.'}
        {duplicates.length > 0 &&
          ` ${counted(duplicates.length, 'contact')} you have already ${duplicates.length === 1 ? 'is' : 'are'} left out.`}
      </Banner>
      {preview.length > 0 && (
        <section aria-label="Preview" className="grid gap-2">
          <h3 className="text-sm font-semibold">
            {preview.length < ready
              ? `The first ${preview.length} as they will be saved`
              : 'As they will be saved'}
          </h3>
          <Table caption="Preview" rows={preview} rowKey={({ line }) => String(line)} columns={COLUMNS} />
        </section>
      )}
    </>
  )
}

function Problems({ problems }: { problems: readonly LineProblem[] }) {
  const more = problems.length - PROBLEMS_SHOWN
  return (
    <>
      <Banner tone="debit" live="alert" title={`${counted(problems.length, 'problem')} in this file`}>
        A file is imported whole or not at all. Correct these lines and choose the file again.
      </Banner>
      <ul aria-label="Problems" className="grid divide-y divide-line">
        {problems.slice(0, PROBLEMS_SHOWN).map(({ line, error }) => (
          <li key={`${line} ${error}`} className="flex gap-3 py-2 text-sm">
            <span className="shrink-0 font-semibold tabular">Line {line}</span>
            <span className="min-w-0 wrap-anywhere">{error}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-muted">And {counted(more, 'more', 'more')}.</p>}
    </>
  )
}
