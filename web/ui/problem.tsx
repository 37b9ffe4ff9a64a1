import { Banner } from './banner.tsx'

/** Why something failed, announced at once; nothing while nothing has. */
export function Problem({ title, children }: { title?: string | undefined; children: string | null }) {
  if (children === null) return null
  return (
    <Banner tone="debit" live="alert" title={title}>
      {children}
    </Banner>
  )
}
