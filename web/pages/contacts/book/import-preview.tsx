import type { ImportAnswer } from '../../../../api/contract/contacts.ts'
import { Banner } from '../../../ui/banner.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { LineProblem } from '../files/read.ts'
import type { UnsavedField } from '../files/unsaved.ts'
import { contactsText, namesText, TYPE_LABELS } from '../words.ts'
import { rich } from '../../../texts/rich.tsx'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'

/** Problems listed at most. */
const PROBLEMS_SHOWN = 50

const COLUMNS: readonly Column<ImportAnswer['preview'][number]>[] = [
  { key: 'line', header: t('Line'), cell: ({ line }) => line },
  {
    key: 'name',
    header: t('Name'),
    cell: (row) => (
      <bdi translate="no" className="wrap-anywhere">
        {row.contact_name}
      </bdi>
    ),
  },
  {
    key: 'handle',
    header: t('Handle'),
    cell: (row) => <bdi translate="no">{row.contact_handle ?? '—'}</bdi>,
  },
  { key: 'phone', header: t('Phone'), cell: (row) => <bdi translate="no">{row.phone_number ?? '—'}</bdi> },
  { key: 'type', header: t('Type'), cell: (row) => TYPE_LABELS[row.contact_type] },
]

/** Preview of an import: contacts that would be saved, and those left out with the reason. */
export function ImportPreview({
  answer,
  problems,
  unsaved,
  leftOut,
}: {
  answer: ImportAnswer | null
  problems: readonly LineProblem[]
  unsaved: readonly UnsavedField[]
  /** Count of contacts that would not be saved. */
  leftOut: number
}) {
  const { imported: ready, duplicates, preview } = answer ?? { imported: 0, duplicates: [], preview: [] }
  return (
    <>
      <Banner tone={ready > 0 ? 'credit' : 'neutral'} live="status">
        <span>
          {ready > 0
            ? t('{ready} ready to import.', { ready: contactsText(ready) })
            : t('Nothing new in this file.')}
        </span>
        {duplicates.length > 0 && (
          <span>
            {t(' {contacts} you have already {count, plural, one {is} other {are}} left out.', {
              contacts: contactsText(duplicates.length),
              count: duplicates.length,
            })}
          </span>
        )}
      </Banner>
      {problems.length > 0 && <Problems problems={problems} leftOut={leftOut} />}
      {unsaved.length > 0 && <Unsaved fields={unsaved} />}
      {preview.length > 0 && (
        <section aria-label={t('Preview')} className="grid gap-2">
          <h3 className="text-sm font-semibold">
            {preview.length < ready
              ? t('The first {count} as they will be saved', { count: preview.length })
              : t('As they will be saved')}
          </h3>
          <Table
            caption={t('Preview')}
            rows={preview}
            rowKey={({ line }) => String(line)}
            columns={COLUMNS}
          />
        </section>
      )}
    </>
  )
}

/** Fields named at most. */
const FIELDS_SHOWN = 12

/** How vCards call what people call otherwise; other fields and the columns of a table have the file's own names. */
const NAMES: Readonly<Record<string, string>> = { TEL: t('Phone'), EMAIL: t('Email'), URL: t('Website') }

function Unsaved({ fields }: { fields: readonly UnsavedField[] }) {
  const names = fields.map(
    ({ name, count }) =>
      `${name === null ? t('lines of no field') : (NAMES[name] ?? name)} (${number(count)})`,
  )
  return (
    <p className="text-sm text-muted">
      {rich('In the file and not saved: {fields}', {
        fields: (
          <bdi translate="no" className="wrap-anywhere">
            {namesText(names, FIELDS_SHOWN)}
          </bdi>
        ),
      })}
    </p>
  )
}

function Problems({ problems, leftOut }: { problems: readonly LineProblem[]; leftOut: number }) {
  const more = problems.length - PROBLEMS_SHOWN
  return (
    <>
      <Banner tone="warning" live="status" title={t('{leftOut} will be left out', { leftOut })}>
        {t('The rest can be imported as it is.')}
      </Banner>
      <ul aria-label={t('Left out')} className="grid divide-y divide-line">
        {problems.slice(0, PROBLEMS_SHOWN).map(({ line, error }) => (
          <li key={`${line} ${error}`} className="flex gap-3 py-2 text-sm">
            <span className="shrink-0 font-semibold tabular">{t('Line {line}', { line })}</span>
            <span className="min-w-0 wrap-anywhere">{error}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-muted">{t('And {more} more.', { more: number(more) })}</p>}
    </>
  )
}
