import type { ReactNode } from 'react'

/** A section of the landing page with its heading. */
export function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="page-width py-12 sm:py-16">
      <div className="mb-8 max-w-2xl sm:mb-10">
        <h2 className="text-3xl font-bold sm:text-4xl">{title}</h2>
        {lead !== undefined && <p className="mt-3 text-lg text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
