import type { Payee } from '../../api/contract/members.ts'
import { t } from '../texts/texts.ts'
import { Banner } from '../ui/banner.tsx'

/** Says before a payment that the payee could be taken for somebody else whom the member knows. */
export function Resemblance({ payee }: { payee: Payee }) {
  if (payee.resembles === undefined) return null
  const { handle, paid } = payee.resembles
  return (
    <Banner tone="warning" title={t('Somebody else than @{handle}', { handle })}>
      {paid
        ? t('This is @{other}, not the @{handle} you paid before.', { other: payee.handle, handle })
        : t('This is @{other}, not the @{handle} in your contacts.', { other: payee.handle, handle })}
    </Banner>
  )
}
