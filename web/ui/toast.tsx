import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import * as Radix from 'radix-ui/toast'
import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import { iconButtonClass } from './icon-button.tsx'

/** How long a toast stays; hovering or focusing it stops the clock. */
const TOAST_MS = 5000

export interface ToastMessage {
  tone?: 'neutral' | 'credit' | 'debit'
  title: string
  detail?: string
}

const icons = {
  neutral: <Info aria-hidden="true" className="size-5 text-primary" />,
  credit: <CircleCheck aria-hidden="true" className="size-5 text-credit" />,
  debit: <CircleAlert aria-hidden="true" className="size-5 text-debit" />,
}

const ToastContext = createContext<((message: ToastMessage) => void) | undefined>(undefined)

/** Shows a short message for five seconds. What people must not miss also stands on the page. */
export function useToast(): (message: ToastMessage) => void {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast must be used within a ToastProvider')
  return show
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly (ToastMessage & { id: number })[]>([])
  const show = useCallback((message: ToastMessage) => {
    setToasts((shown) => [...shown.slice(-2), { ...message, id: (shown.at(-1)?.id ?? 0) + 1 }])
  }, [])
  const remove = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id))
  return (
    <ToastContext value={show}>
      <Radix.Provider duration={TOAST_MS} label="Notification" swipeDirection="right">
        {children}
        {toasts.map(({ id, tone = 'neutral', title, detail }) => (
          <Radix.Root
            key={id}
            onOpenChange={(open) => !open && remove(id)}
            className={clsx(
              'flex items-start gap-3 rounded-card border border-line bg-raised py-3 pr-2 pl-4 shadow-float animate-rise',
            )}
          >
            <span className="pt-2.5">{icons[tone]}</span>
            <div className="min-w-0 flex-1 py-2">
              <Radix.Title className="text-[0.9375rem] font-semibold">{title}</Radix.Title>
              {detail !== undefined && (
                <Radix.Description className="text-sm text-muted">{detail}</Radix.Description>
              )}
            </div>
            <Radix.Close aria-label="Dismiss" className={iconButtonClass}>
              <X aria-hidden="true" className="size-4" />
            </Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport className="fixed right-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-60 grid w-[min(24rem,calc(100vw-2rem))] gap-2 sm:bottom-6" />
      </Radix.Provider>
    </ToastContext>
  )
}
