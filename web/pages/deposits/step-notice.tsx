import { Banner } from '../../ui/banner.tsx'
import { t } from '../../texts/texts.ts'

/** Why a form is shown again: the attempt before came to nothing. */
export function StepNotice({ notice }: { notice: string | null }) {
  if (notice === null) return null
  return (
    <Banner tone="warning" live="alert" title={t('Nothing was submitted')}>
      {notice}
    </Banner>
  )
}
