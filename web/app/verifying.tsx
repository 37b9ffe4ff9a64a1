import { PageMessage } from '../parts/page-message.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { t } from '../texts/texts.ts'

/** Shown until it is known who is signed in. Also in index.html, before the app runs (web/start). */
export function Verifying() {
  return (
    <PageMessage live="status" icon={<Spinner className="text-2xl" />} title={t('Verifying Access...')}>
      {t('Checking your Youtility membership')}
    </PageMessage>
  )
}
