import { Share, SquareCheck, SquarePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { t } from '../texts/texts.ts'

/** iPhone and iPad have no install prompt: shows how to install the app by hand. */
export default function InstallByHand({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      closeOnOutside
      title={t('Add Youtility to your Home Screen')}
      footer={<Button onClick={onClose}>{t('Got it')}</Button>}
    >
      <ol className="grid gap-4 py-2">
        <Step icon={<Share />}>{t('Tap the Share button of your browser.')}</Step>
        <Step icon={<SquarePlus />}>
          {t('Choose ‘Add to Home Screen’; you may have to scroll down to it.')}
        </Step>
        <Step icon={<SquareCheck />}>{t('Tap ‘Add’. Youtility then opens like any other app.')}</Step>
      </ol>
    </Dialog>
  )
}

function Step({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-control bg-primary-soft text-primary [&>svg]:size-5"
      >
        {icon}
      </span>
      <span>{children}</span>
    </li>
  )
}
