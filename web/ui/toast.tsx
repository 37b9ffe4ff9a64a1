import { createContext, lazy, Suspense, use, useCallback, useState, type ReactNode } from 'react'

export interface ToastMessage {
  tone?: 'neutral' | 'credit' | 'debit'
  title: string
  detail?: string
}

const ToastList = lazy(() => import('./toast-list.tsx'))
const ToastContext = createContext<((message: ToastMessage) => void) | undefined>(undefined)

/** Shows a short message for five seconds. Information that people must not miss has to be on the page too. */
export function useToast(): (message: ToastMessage) => void {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast must be used within a ToastProvider')
  return show
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly (ToastMessage & { id: number })[]>([])
  const [used, setUsed] = useState(false)
  const show = useCallback((message: ToastMessage) => {
    setUsed(true)
    // At most three at a time: the oldest is removed.
    setToasts((shown) => [...shown.slice(-2), { ...message, id: (shown.at(-1)?.id ?? 0) + 1 }])
  }, [])
  const onGone = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id))
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      {used && (
        <Suspense>
          <ToastList toasts={toasts} onGone={onGone} />
        </Suspense>
      )}
    </ToastContext>
  )
}
