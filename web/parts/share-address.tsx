import { Share2 } from 'lucide-react'
import { memberAnswer } from '../ui/browser-answer.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { t } from '../texts/texts.ts'

/** An address to share: as text, with a button to copy it, and one for the device's share sheet. */
export function ShareAddress({ name, url, title }: { name: string; url: string; title: string }) {
  const canShare = typeof navigator.share === 'function'
  const share = async () => {
    try {
      await memberAnswer(navigator.share({ title, url }))
    } catch (error) {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        console.error('The device refused to share', error)
    }
  }
  return (
    <>
      <div className="w-full rounded-control bg-sunken p-3">
        <div className="mb-1 text-sm text-muted">{name}</div>
        <p className="font-mono text-sm break-all">{url}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <CopyButton text={url} label={t('Copy URL')} variant="primary" size="md" />
        <Button variant="secondary" disabled={!canShare} icon={<Share2 />} onClick={() => void share()}>
          {t('Share')}
        </Button>
      </div>
      {!canShare && (
        <p className="text-sm text-muted">{t('This browser has no share sheet. Copy the URL instead.')}</p>
      )}
    </>
  )
}
