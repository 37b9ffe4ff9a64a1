import { Compass } from 'lucide-react'
import { ButtonLink } from '../parts/button-link.tsx'
import { PageMessage } from '../parts/page-message.tsx'
import { t } from '../texts/texts.ts'

export default function NotFound() {
  return (
    <PageMessage
      icon={<Compass className="size-7" />}
      title={t('Page not found')}
      actions={<ButtonLink to="/">{t('Return to Homepage')}</ButtonLink>}
    >
      {t('There is nothing at this address. It may have moved, or a character got lost on the way.')}
    </PageMessage>
  )
}
