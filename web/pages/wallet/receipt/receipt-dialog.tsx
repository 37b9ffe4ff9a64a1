import { CloudOff, Download } from 'lucide-react'
import { useCallback } from 'react'
import type { Person } from '../../../../api/contract/person.ts'
import { Link } from '../../../parts/router.ts'
import { useAsync } from '../../../data/use-async.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { sentenceOf } from '../../../data/errors.ts'
import { useTrust } from '../../../data/log-keys.ts'
import { loadReceipt, type ReceiptOf } from '../../../data/receipts.ts'
import { BlockButton } from '../../../parts/block-button.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LeaveButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Skeletons } from '../../../ui/skeletons.tsx'
import { isWitnessMissing, useChecked } from '../../verify/check-receipt.ts'
import { Verdict } from '../../verify/verdict.tsx'
import { rich } from '../../../texts/rich.tsx'
import { t } from '../../../texts/texts.ts'

/** Fetches a receipt, verifies it in this browser, and offers it as a download. */
export default function ReceiptDialog({
  of: { kind, id },
  about,
  person = null,
  onClose,
}: {
  of: ReceiptOf
  about: string
  /** The other member, if there is one. */
  person?: Person | null | undefined
  onClose: () => void
}) {
  const { keys, offered, looked } = useTrust()
  const {
    value: text,
    error,
    again,
  } = useAsync(useCallback((signal) => loadReceipt({ kind, id }, signal), [kind, id]))
  const checked = useChecked(text, keys)

  return (
    <Dialog
      onClose={onClose}
      title={t('Receipt')}
      description={about}
      closeOnOutside
      footer={
        <>
          <LeaveButton onClick={onClose} label={t('Close')} />
          <Button
            disabled={text === null}
            icon={<Download />}
            onClick={() =>
              text !== null && saveFile(`youtility-receipt-${id}.json`, 'application/json', text)
            }
          >
            {t('Download')}
          </Button>
        </>
      }
    >
      {error !== null && <Failed error={error} retry={again} />}
      {offered !== null && (
        <div className="mb-4">
          <Banner tone="warning" live="status" title={t('The server now names other keys')}>
            {t(
              'This receipt is held against the keys from before. Compare the new ones on the page “Verify a receipt”.',
            )}
          </Banner>
        </div>
      )}
      {text !== null && keys === null && looked && (
        <Banner tone="warning" live="status" title={t('Not checked')}>
          {t('The keys of the log could not be loaded. You can keep the receipt and verify it later.')}
        </Banner>
      )}
      {checked !== null && (
        <div className="grid gap-4">
          <Verdict checked={checked} />
          {checked.kind === 'done' && isWitnessMissing(checked.verdict) && (
            <div>
              <Button variant="secondary" onClick={again}>
                {t('Try again')}
              </Button>
            </div>
          )}
          <p className="text-sm text-muted">
            {rich(
              'Checked in your browser. Keep the file: anybody can {link} without an account. It holds ids and amounts; messages are encrypted.',
              {
                link: (
                  <Link to="/verify" className="link">
                    {t('verify a receipt')}
                  </Link>
                ),
              },
            )}
          </p>
        </div>
      )}
      {person !== null && (
        <div className="mt-4 border-t border-line pt-3">
          <BlockButton person={person} named />
        </div>
      )}
      {error === null && checked === null && !(text !== null && keys === null && looked) && (
        <div aria-busy="true">
          <output className="sr-only">{t('Loading the receipt')}</output>
          <Skeletons count={4} each="h-12 w-full" className="gap-4" />
        </div>
      )}
    </Dialog>
  )
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const offline = useConnectivity() === 'offline'
  return (
    <EmptyState
      icon={<CloudOff />}
      title={t('The receipt could not be loaded')}
      action={<Button onClick={retry}>{t('Try again')}</Button>}
    >
      {offline
        ? t('You are offline, and receipts are not kept on this device. Reconnect and try again.')
        : sentenceOf(error, t('Something went wrong. Please try again.'))}
    </EmptyState>
  )
}
