import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'

/** Moves between the pages of a table. */
export function Pager({
  page,
  pages,
  first,
  last,
  total,
  onPage,
}: {
  page: number
  pages: number
  /** Positions of the first and last row shown, from 1. */
  first: number
  last: number
  total: number
  onPage: (page: number) => void
}) {
  const turn = (label: string, icon: ReactNode, to: number, atEnd: boolean) => (
    <IconButton label={label} icon={icon} disabled={atEnd} onClick={() => onPage(to)} />
  )
  return (
    <nav aria-label={t('Pages')} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="text-sm text-muted tabular">
        {t('{first}–{last} of {total}', { first: number(first), last: number(last), total: number(total) })}
      </p>
      <div className="flex items-center">
        {turn(t('First page'), <ChevronsLeft />, 1, page === 1)}
        {turn(t('Previous page'), <ChevronLeft />, page - 1, page === 1)}
        <output className="min-w-0 px-1 text-center text-sm font-semibold tabular sm:px-2">
          {t('Page {page} of {pages}', { page: number(page), pages: number(pages) })}
        </output>
        {turn(t('Next page'), <ChevronRight />, page + 1, page === pages)}
        {turn(t('Last page'), <ChevronsRight />, pages, page === pages)}
      </div>
    </nav>
  )
}
