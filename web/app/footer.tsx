import { Link } from 'react-router-dom'
import { LanguageSelect } from './language-select.tsx'
import { LogoMark } from './logo.tsx'
import { t } from '../texts/texts.ts'

export function Footer() {
  return (
    <footer className="mt-12 border-t border-line">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-6 text-sm text-muted">
        <span className="flex items-center gap-2 font-semibold text-ink">
          <LogoMark className="size-5" />
          Youtility
        </span>
        <span className="flex flex-wrap gap-x-6 font-medium text-link">
          <Link to="/help" className="underline-offset-4 hover:underline">
            {t('Help')}
          </Link>
          <Link to="/limits" className="underline-offset-4 hover:underline">
            {t('Limits')}
          </Link>
          <Link to="/verify" className="underline-offset-4 hover:underline">
            {t('Verify a receipt')}
          </Link>
        </span>
        <LanguageSelect />
        <span>{t('Investments can lose value. Returns are not guaranteed.')}</span>
      </div>
    </footer>
  )
}
