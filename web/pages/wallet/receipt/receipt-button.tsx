import { ReceiptText } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Person } from '../../../../api/contract/person.ts'
import type { ReceiptOf } from '../../../data/receipts.ts'
import { Button, type ButtonLook } from '../../../ui/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { useFocusAfter } from '../../../parts/use-focus-after.ts'
import { t } from '../../../texts/texts.ts'

const ReceiptDialog = lazy(() => import('./receipt-dialog.tsx'))

/** Opens the receipt of an event. `about`: its title beside the button; `person`: the other member, if there is one. */
export function ReceiptButton({
  of,
  about,
  person,
  variant = 'quiet',
  size = 'sm',
}: ButtonLook & {
  of: ReceiptOf
  about: string
  person?: Person | null
}) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(open, button)
  return (
    <>
      <Button ref={button} variant={variant} size={size} icon={<ReceiptText />} onClick={() => setOpen(true)}>
        {t('Receipt')}
        <VisuallyHidden> {t('of {about}', { about })}</VisuallyHidden>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ReceiptDialog of={of} about={about} person={person} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
