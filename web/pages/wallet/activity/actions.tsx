import { Printer, Repeat, Split } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Movement } from '../../../../api/contract/movements.ts'
import { ButtonLink } from '../../../parts/button-link.tsx'
import { requestPath, sendPath } from '../../../parts/outside-links.ts'
import { useOpened } from '../../../parts/use-opened.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../texts/texts.ts'
import { ReceiptButton } from '../receipt/receipt-button.tsx'
import { titleOf } from '../words.ts'
import { atHandle } from '../../../parts/at-handle.ts'

const AskDialog = lazy(() => import('../../contacts/ask/ask-dialog.tsx'))

/** What was paid to or by somebody, as the beginning of the same once more. */
const draftOf = ({ amount, currency, message }: Movement): URLSearchParams => {
  const query = new URLSearchParams({ amount: (amount ?? '').replace(/^-/, ''), currency: currency ?? 'USD' })
  if (message !== null) query.set('message', message)
  return query
}

/** Again, back, shared, and on paper. */
export function MovementActions({ movement }: { movement: Movement }) {
  const { kind, counterparty, currency, amount_minor: minor } = movement
  const split = useOpened<'split'>()
  const handle = counterparty === null || counterparty.handle === '' ? null : atHandle(counterparty.handle)
  const isSent = kind === 'transfer_sent'
  const paid = (isSent || kind === 'bill_payment') && currency === 'USD' && minor !== null
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {handle !== null && isSent && (
        <ButtonLink to={sendPath(handle, draftOf(movement))} icon={<Repeat />}>
          {t('Send again')}
        </ButtonLink>
      )}
      {handle !== null && isSent && currency === 'USD' && (
        <ButtonLink to={requestPath(handle, draftOf(movement))} variant="secondary">
          {t('Request back')}
        </ButtonLink>
      )}
      {handle !== null && kind === 'transfer_received' && (
        <ButtonLink to={sendPath(handle, draftOf(movement))} variant="secondary">
          {t('Send back')}
        </ButtonLink>
      )}
      {paid && (
        <Button
          variant="secondary"
          icon={<Split />}
          onClick={(event) => split.open('split', event.currentTarget)}
        >
          {t('Split')}
        </Button>
      )}
      <Button variant="secondary" icon={<Printer />} onClick={() => window.print()}>
        {t('Print')}
      </Button>
      <ReceiptButton
        of={{ kind: 'event', id: movement.id }}
        about={titleOf(movement)}
        person={counterparty}
        variant="secondary"
        size="md"
      />
      {split.what !== null && minor !== null && (
        <Suspense>
          <AskDialog
            share_cents={BigInt(minor.replace(/^-/, ''))}
            about={movement.message ?? titleOf(movement)}
            onClose={split.close}
          />
        </Suspense>
      )}
    </div>
  )
}
