import { ReceiptText } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ReceiptOf } from '../../../data/receipts.ts'
import { Button } from '../../../ui/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { useFocusAfter } from '../../../parts/use-focus-after.ts'
import { t } from '../../../texts/texts.ts'

const ReceiptDialog = lazy(() => import('./receipt-dialog.tsx'))

/** Opens the receipt of an event. `about`: its title beside the button. */
export function ReceiptButton({ of, about }: { of: ReceiptOf; about: string }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(open, button)
  return (
    <>
      <Button ref={button} variant="quiet" size="sm" icon={<ReceiptText />} onClick={() => setOpen(true)}>
        {t('Receipt')}
        <VisuallyHidden> {t('of {about}', { about })}</VisuallyHidden>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ReceiptDialog of={of} about={about} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
