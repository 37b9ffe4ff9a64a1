import type { ReactNode } from 'react'

/** Above the buttons of a dialog: why what binds can't be done now. */
export function OfflineReason({ children }: { children: ReactNode }) {
  return <output className="block w-full flex-none! text-sm font-medium text-warning">{children}</output>
}
