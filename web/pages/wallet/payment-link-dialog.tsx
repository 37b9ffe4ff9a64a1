import { useState } from 'react'
import { Currency, MESSAGE_MAX } from '../../../api/contract/fields.ts'
import { minorOf, plainAmount } from '../../data/amounts.ts'
import { ShareAddress } from '../../parts/share-address.tsx'
import { payPath } from '../../parts/outside-links.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { VARIANTS } from './send/variants.ts'
import { t } from '../../texts/texts.ts'

/** Creates a link and its QR code that open Send Funds with the member as recipient and the requested amount. */
export default function PaymentLinkDialog({ handle, onClose }: { handle: string; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [currency, setCurrency] = useState<Currency>('USD')
  const [message, setMessage] = useState('')
  const amount = plainAmount(typed)
  const isAmount = amount === '' || (minorOf(amount, currency) ?? 0n) > 0n
  const url = `${globalThis.location.origin}${payPath({
    handle,
    amount: isAmount ? amount : '',
    currency,
    message,
  })}`
  return (
    <Dialog
      onClose={onClose}
      title={t('Payment Link')}
      description={t('Whoever opens it can send you money. They see it first and confirm it themselves.')}
    >
      <div className="grid gap-5 pb-4">
        <Select
          label={t('Currency')}
          options={VARIANTS.unified.currencies.map((value) => ({ value, label: value }))}
          value={currency}
          onChoose={setCurrency}
        />
        <AmountField
          label={t('Amount (optional)')}
          currency={currency}
          value={typed}
          error={
            isAmount
              ? undefined
              : t('Enter an amount such as 12.34{currency}.', {
                  currency: currency === 'USD' ? t(', with at most 2 decimals') : '',
                })
          }
          onChange={(event) => setTyped(event.target.value)}
        />
        <TextField
          label={t('What it is for (optional)')}
          value={message}
          maxLength={MESSAGE_MAX}
          onChange={(event) => setMessage(event.target.value)}
        />
        {isAmount && (
          <div className="grid justify-items-center gap-4">
            <QrCode
              text={url}
              label={t('QR code of your payment link')}
              className="w-44 border border-line"
            />
            <ShareAddress
              name={t('Your payment link')}
              url={url}
              title={t('Pay @{value} on Youtility', { value: handle.replace(/^@/, '') })}
            />
          </div>
        )}
      </div>
    </Dialog>
  )
}
