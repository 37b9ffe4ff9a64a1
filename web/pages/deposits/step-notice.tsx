import { Banner } from '../../ui/banner.tsx'
import { t } from '../../texts/texts.ts'

/** Why the form is shown again after an attempt that did nothing. */
export function StepNotice({ notice }: { notice: string | null }) {
  if (notice === null) return null
  return (
    <Banner tone="warning" live="alert" title={t('Nothing was submitted')}>
      {notice}
    </Banner>
  )
}
