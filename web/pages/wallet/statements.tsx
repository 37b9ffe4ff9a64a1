import { Download, FileDown, FileText, Printer } from 'lucide-react'
import { memo, useState } from 'react'
import { useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { statementMonths, statementUrl, type StatementForm } from '../../data/reports.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CachedCard } from '../../parts/cached-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Menu } from '../../ui/menu.tsx'
import { saveFrom } from '../../ui/save-file.ts'
import { Skeletons } from '../../ui/skeletons.tsx'
import { longMonth } from '../../ui/time-format.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { t } from '../../texts/texts.ts'

const SHOWN = 6

/** Monthly statements, to download as CSV, to import elsewhere, or to print. */
export const Statements = memo(function Statements() {
  const { value, ...view } = useCached(statementMonths)
  const [all, setAll] = useState(false)
  const offline = useConnectivity() === 'offline'
  const months = value?.statements ?? []
  return (
    <CachedCard
      title={t('Statements')}
      what={t('statements')}
      view={view}
      skeleton={<Skeletons count={3} each="h-5 w-full" className="gap-4" />}
    >
      {value !== null && months.length === 0 && (
        <EmptyState icon={<FileText />} title={t('No statements yet')}>
          {t('Your first month will show here.')}
        </EmptyState>
      )}
      {offline && months.length > 0 && (
        <p className="mb-2 text-sm text-muted">
          {t('Statements are not kept on this device; go online to open one.')}
        </p>
      )}
      <ul aria-label={t('Statements')} className="grid divide-y divide-line">
        {months.slice(0, all ? undefined : SHOWN).map(({ month, closed }) => (
          <li key={month} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
            <span className="flex items-center gap-2 font-semibold">
              <span>{longMonth(month)}</span>
              {!closed && <Badge>{t('So far')}</Badge>}
            </span>
            <Links month={month} offline={offline} />
          </li>
        ))}
      </ul>
      {!all && months.length > SHOWN && (
        <Button variant="quiet" size="sm" className="-ms-3" onClick={() => setAll(true)}>
          {t('Show all statements')}
        </Button>
      )}
    </CachedCard>
  )
})

/** Each is one account, for programs that keep a household's books. */
const importable = (): readonly (StatementForm & { readonly label: string })[] => [
  { label: t('OFX: USD'), format: 'ofx' },
  { label: t('camt.053: USD'), format: 'camt' },
  { label: t('CSV: USD only'), format: 'csv', account: 'usd' },
  { label: t('CSV: USDC only'), format: 'csv', account: 'usdc' },
  { label: t('CSV: YUT only'), format: 'csv', account: 'yut' },
  { label: t('CSV: staked YUT only'), format: 'csv', account: 'yut:staked' },
]

function Links({ month, offline }: { month: string; offline: boolean }) {
  if (offline) return null
  const look = buttonClass({ variant: 'quiet', size: 'sm' })
  const about = { month: longMonth(month) }
  return (
    <div className="-mx-3 flex items-center gap-1">
      <a href={statementUrl(month, { format: 'csv' })} download={`youtility-${month}.csv`} className={look}>
        <Download />
        CSV
        <VisuallyHidden> {t('of {month}', about)}</VisuallyHidden>
      </a>
      <a href={statementUrl(month, { format: 'html' })} target="_blank" rel="noopener" className={look}>
        <Printer />
        {t('Print')}
        <VisuallyHidden> {t('view of {month} (opens in a new tab)', about)}</VisuallyHidden>
      </a>
      <Menu
        label={t('{month} for other programs', about)}
        items={importable().map(({ label, ...form }) => ({
          label,
          icon: <FileDown />,
          onSelect: () => saveFrom(statementUrl(month, form)),
        }))}
      />
    </div>
  )
}
