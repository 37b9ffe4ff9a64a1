import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'

/** Turns the pages of a table. */
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
  /** Places of the first and last row shown, from 1. */
  first: number
  last: number
  total: number
  onPage: (page: number) => void
}) {
  const icon = 'size-5'
  return (
    <nav aria-label={t('Pages')} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="text-sm text-muted tabular">
        {t('{first}–{last} of {total}', { first: number(first), last: number(last), total: number(total) })}
      </p>
      <div className="flex items-center">
        <IconButton
          label={t('First page')}
          disabled={page === 1}
          icon={<ChevronsLeft aria-hidden="true" className={icon} />}
          onClick={() => onPage(1)}
        />
        <IconButton
          label={t('Previous page')}
          disabled={page === 1}
          icon={<ChevronLeft aria-hidden="true" className={icon} />}
          onClick={() => onPage(page - 1)}
        />
        <output className="min-w-0 px-1 text-center text-sm font-semibold tabular sm:px-2">
          {t('Page {page} of {pages}', { page: number(page), pages: number(pages) })}
        </output>
        <IconButton
          label={t('Next page')}
          disabled={page === pages}
          icon={<ChevronRight aria-hidden="true" className={icon} />}
          onClick={() => onPage(page + 1)}
        />
        <IconButton
          label={t('Last page')}
          disabled={page === pages}
          icon={<ChevronsRight aria-hidden="true" className={icon} />}
          onClick={() => onPage(pages)}
        />
      </div>
    </nav>
  )
}
