import type { ReactNode } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { t } from '../../texts/texts.ts'

/** Wherever a payment is made in the sandbox: that it is none. */
export function SandboxNotice({ children }: { children: ReactNode }) {
  return (
    <Banner tone="primary" title={t('Sandbox: no real money moves')}>
      {children}
    </Banner>
  )
}
