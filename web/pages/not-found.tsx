import { Compass } from 'lucide-react'
import { ButtonLink } from '../parts/button-link.tsx'
import { RoundIcon } from '../ui/round-icon.tsx'
import { t } from '../texts/texts.ts'

export default function NotFound() {
  return (
    <div className="page-width grid min-h-[calc(100dvh-12rem)] place-items-center py-12">
      <div className="grid max-w-md justify-items-center gap-3 text-center">
        <RoundIcon className="mb-2 size-16">
          <Compass className="size-7" />
        </RoundIcon>
        <h1 className="text-2xl font-bold sm:text-3xl">{t('Page not found')}</h1>
        <p className="text-muted">
          {t('There is nothing at this address. It may have moved, or a character got lost on the way.')}
        </p>
        <ButtonLink to="/" className="mt-4">
          {t('Return to Homepage')}
        </ButtonLink>
      </div>
    </div>
  )
}
