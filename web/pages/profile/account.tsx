import { UserX } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useConnectivity } from '../../data/connectivity.ts'
import { ExportDataLink } from '../../parts/export-data-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { signInFirst } from '../../parts/sign-in-first.ts'
import { useAddress } from '../../parts/use-address.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { useFocusAfter } from '../../parts/use-focus-after.ts'
import { t } from '../../texts/texts.ts'

/** Few members ever need it. */
const CloseDialog = lazy(async () => ({ default: (await import('./close-dialog.tsx')).CloseDialog }))

/** Actions on the whole account: export its data or close it. */
export function Account({ handle }: { handle: string }) {
  const [closing, setClosing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(closing, button)
  useAddress(['close'], [], () => setClosing(true))
  const asking = useAttempt()
  const close = () =>
    void asking.run(() =>
      signInFirst(
        t('Sign in again to close your account. This protects you if someone gets hold of your device.'),
        '/profile?close=1',
        () => setClosing(true),
      ),
    )
  const offline = useConnectivity() === 'offline'
  return (
    <Card title={t('Your account')}>
      <p className="mb-4 text-[0.9375rem] text-muted">
        {t('Take along everything we hold about you, or close the account and have it erased.')}
      </p>
      {offline ? (
        <p className="text-sm text-muted">{t('You are offline; both need a connection.')}</p>
      ) : (
        <div className="flex flex-wrap gap-3">
          <ExportDataLink />
          <Button ref={button} variant="danger" icon={<UserX />} busy={asking.running} onClick={close}>
            {t('Close account')}
          </Button>
        </div>
      )}
      {closing && (
        <Suspense fallback={null}>
          <CloseDialog handle={handle} onClose={() => setClosing(false)} />
        </Suspense>
      )}
    </Card>
  )
}
