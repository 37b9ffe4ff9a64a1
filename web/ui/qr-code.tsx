import { clsx } from 'clsx'
import { lazy, Suspense } from 'react'
import { Skeleton } from './skeleton.tsx'

const QrDrawing = lazy(() => import('./qr-drawing.tsx'))

/**
 * A QR code of `text`, drawn on this device. `label` describes it for people who can't see or scan it; offer them the
 * content in another way too. Square; `className` may set another width.
 */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  return (
    <div className={clsx('aspect-square overflow-hidden rounded-control', className ?? 'w-56')}>
      <Suspense fallback={<Skeleton className="size-full" />}>
        <QrDrawing text={text} label={label} />
      </Suspense>
    </div>
  )
}
