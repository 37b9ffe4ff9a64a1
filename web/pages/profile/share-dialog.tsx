import { useCallback } from 'react'
import { profileOperations } from '../../../api/contract/profile.ts'
import type { ResponseOf } from '../../../api/contract/operation.ts'
import { useAsync } from '../../data/use-async.ts'
import { call } from '../../data/client.ts'
import { sentenceOf } from '../../data/errors.ts'
import { ShareAddress } from '../../parts/share-address.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { t } from '../../texts/texts.ts'

type Card = ResponseOf<typeof profileOperations.getProfileQr>

/** QR code and address of the member's public profile. Never stored on the device. */
export function ShareDialog({ memberId, onClose }: { memberId: string; onClose: () => void }) {
  const { value: shared, error } = useAsync(
    useCallback(
      (signal) => call(profileOperations.getProfileQr, { params: { id: memberId }, signal }),
      [memberId],
    ),
  )
  return (
    <Dialog
      onClose={onClose}
      closeOnOutside
      title={t('Share DID')}
      description={t('Whoever opens this sees what you chose to share, and can verify it.')}
    >
      <Problem>{error === null ? null : sentenceOf(error, t('The QR code could not be loaded.'))}</Problem>
      {error === null && (shared === null ? <ShareSkeleton /> : <Shared card={shared.data} />)}
    </Dialog>
  )
}

function Shared({ card: { qrCode, profile } }: { card: Card }) {
  return (
    <div className="grid justify-items-center gap-4 pb-4">
      <img
        src={qrCode}
        alt={t('QR code of the profile of {name}', { name: profile.name })}
        className="size-60 rounded-control border border-line"
      />
      <ShareAddress
        name={t('Verifiable profile URL')}
        url={profile.url}
        title={t('Connect with {name}', { name: profile.name })}
      />
    </div>
  )
}

function ShareSkeleton() {
  return (
    <div aria-hidden="true" className="grid justify-items-center gap-4 pb-4">
      <Skeleton className="size-56" />
      <Skeleton className="h-16 w-full" />
    </div>
  )
}
