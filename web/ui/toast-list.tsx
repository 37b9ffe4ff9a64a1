import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import * as Radix from 'radix-ui/toast'
import { iconButtonClass } from './icon-button.tsx'
import { closeTopDialog } from './open-dialogs.ts'
import { TOAST_MS } from './toast-ms.ts'
import type { ToastMessage } from './toast.tsx'
import { t } from '../texts/texts.ts'

const icons = {
  neutral: <Info className="size-5 text-primary" />,
  credit: <CircleCheck className="size-5 text-credit" />,
  debit: <CircleAlert className="size-5 text-debit" />,
}

/** The toasts on the screen, loaded when the first one is shown. */
export default function ToastList({
  toasts,
  onGone,
}: {
  toasts: readonly (ToastMessage & { id: number })[]
  onGone: (id: number) => void
}) {
  return (
    <Radix.Provider
      // Hovering or focusing it stops the clock.
      duration={TOAST_MS}
      label={t('Notification')}
      swipeDirection={document.documentElement.dir === 'rtl' ? 'right' : 'left'}
    >
      {toasts.map(({ id, tone = 'neutral', title, detail }) => (
        <Radix.Root
          key={id}
          onOpenChange={(open) => !open && onGone(id)}
          // Radix gives Escape to the layer that appeared last. In a dialog it should close the dialog, not the toast
          // beside it.
          onEscapeKeyDown={(event) => {
            if (closeTopDialog()) event.preventDefault()
          }}
          className="flex items-start gap-3 rounded-card border border-line bg-raised py-3 pe-2 ps-4 shadow-float animate-rise"
        >
          <span className="pt-2.5">{icons[tone]}</span>
          <div className="min-w-0 flex-1 py-2">
            <Radix.Title className="text-[0.9375rem] font-semibold wrap-anywhere">{title}</Radix.Title>
            {detail !== undefined && (
              <Radix.Description className="text-sm text-muted wrap-anywhere">{detail}</Radix.Description>
            )}
          </div>
          <Radix.Close aria-label={t('Dismiss')} className={iconButtonClass}>
            <X className="size-4!" />
          </Radix.Close>
        </Radix.Root>
      ))}
      {/* At the start of the line: the buttons of dialogs are at its end. */}
      <Radix.Viewport className="fixed start-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-60 grid grid-cols-1 w-[min(24rem,calc(100vw-2rem))] gap-2 sm:bottom-6" />
    </Radix.Provider>
  )
}
