import type { ReactNode } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { t } from '../../texts/texts.ts'

/** Shown wherever a payment is simulated by the sandbox. */
export function SandboxNotice({ children }: { children: ReactNode }) {
  return (
    <Banner tone="primary" title={t('Sandbox: no real money moves')}>
      {children}
    </Banner>
  )
}
