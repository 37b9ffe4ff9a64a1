import type { ReactNode } from 'react'

/** An icon above the text of a step that is running or has ended. */
export function Outcome({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-2 py-6 text-center">
      <span aria-hidden="true" className="mb-1">
        {icon}
      </span>
      {children}
    </div>
  )
}
