import type { ReactNode } from 'react'
import { Link } from '../parts/router.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Reference } from '../ui/reference.tsx'
import { t } from '../texts/texts.ts'

/** Receipt of a completed action: its facts, and its id for questions about it. */
export function Receipt({
  idName,
  id,
  copy = t('Copy'),
  children,
}: {
  idName: string
  id: string
  /** Label of the button that copies the id. */
  copy?: string
  children: ReactNode
}) {
  return (
    <section aria-label={t('Receipt')} className="mb-2 rounded-control bg-sunken px-4 py-1">
      <Facts>
        {children}
        <Fact name={idName}>
          <Reference id={id} />
        </Fact>
      </Facts>
      <div className="flex flex-wrap items-center justify-between gap-x-4 pb-3 print:hidden">
        <Link to="/help#rights" className="link inline-block py-1 text-sm">
          {t('Errors, and your rights')}
        </Link>
        <CopyButton text={id} label={copy} />
      </div>
    </section>
  )
}
