import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useUpdateOffer } from '../parts/updates.ts'
import type { UpdateOffer } from '../parts/update-state.ts'
import { t } from '../texts/texts.ts'

type UpdateOfferShown = Exclude<UpdateOffer, 'none'>

const texts: Record<UpdateOfferShown, { title: string; detail: string; action: string }> = {
  update: {
    title: t('A new version is ready'),
    detail: t('Update when it suits you.'),
    action: t('Update now'),
  },
  reload: {
    title: t('This page is out of date'),
    detail: t('Reload to go on with the current version.'),
    action: t('Reload'),
  },
}

/** Offers a new version; 'Later' hides the offer until the next start or the next version. */
export function UpdatePrompt() {
  const { offer, version, accept } = useUpdateOffer()
  const [dismissed, setDismissed] = useState('')
  const shown = `${offer} ${version}`
  const text = offer === 'none' || shown === dismissed ? undefined : texts[offer]
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-30 flex justify-center px-4 md:bottom-6">
      {text && offer !== 'none' && (
        <span className="pointer-events-auto flex w-full max-w-lg flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-3 shadow-float animate-rise">
          <Sparkles className="size-5 text-primary" />
          <span className="min-w-44 flex-1">
            <span className="block font-semibold">{text.title}</span>
            <span className="block text-sm text-muted">{text.detail}</span>
          </span>
          <span className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
            <Button size="sm" variant="quiet" onClick={() => setDismissed(shown)}>
              {t('Later')}
            </Button>
            <Button size="sm" onClick={accept}>
              {text.action}
            </Button>
          </span>
        </span>
      )}
    </output>
  )
}
