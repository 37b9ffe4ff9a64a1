import { Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { operations } from '../../../api/contract/operations.ts'
import type { ResponseOf } from '../../../api/contract/operation.ts'
import { call } from '../../data/client.ts'
import { sentenceOf } from '../../data/errors.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Card = ResponseOf<typeof operations.getProfileQr>

/** The member's public profile as a QR code and an address, to hand on. Never kept on the device. */
export function ShareDialog({ memberId, onClose }: { memberId: string; onClose: () => void }) {
  const [card, setCard] = useState<Card | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const left = new AbortController()
    call(operations.getProfileQr, { params: { id: memberId }, signal: left.signal }).then(
      ({ data }) => setCard(data),
      (error: unknown) => {
        if (left.signal.aborted) return
        console.error('The QR code could not be loaded', error)
        setProblem(sentenceOf(error, 'The QR code could not be loaded.'))
      },
    )
    return () => left.abort()
  }, [memberId])
  return (
    <Dialog
      open
      onClose={onClose}
      closeOnOutside
      title="Share DID"
      description="Whoever opens this sees what you chose to share, and can verify it."
    >
      {problem !== null && (
        <Banner tone="debit" live="alert">
          {problem}
        </Banner>
      )}
      {problem === null && (card === null ? <ShareSkeleton /> : <Shared card={card} />)}
    </Dialog>
  )
}

function Shared({ card: { qrCode, profile } }: { card: Card }) {
  const canShare = typeof navigator.share === 'function'
  const share = async () => {
    try {
      await navigator.share({ title: `Connect with ${profile.name}`, url: profile.url })
    } catch (error) {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        console.error('The device refused to share', error)
    }
  }
  return (
    <div className="grid justify-items-center gap-4 pb-4">
      <img
        src={qrCode}
        alt={`QR code of the profile of ${profile.name}`}
        className="size-60 rounded-control border border-line"
      />
      <div className="w-full rounded-control bg-sunken p-3">
        <div className="mb-1 text-sm text-muted">Verifiable profile URL</div>
        <p className="font-mono text-sm break-all">{profile.url}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <CopyButton text={profile.url} label="Copy URL" variant="primary" size="md" />
        <Button
          variant="secondary"
          disabled={!canShare}
          icon={<Share2 aria-hidden="true" className="size-4" />}
          onClick={() => void share()}
        >
          Share
        </Button>
      </div>
      {!canShare && (
        <p className="text-sm text-muted">This browser has no share sheet. Copy the URL instead.</p>
      )}
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
