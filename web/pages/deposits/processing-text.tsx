import { amountText } from './amount.ts'
import type { Intent } from './machine.ts'
import { t } from '../../texts/texts.ts'

/** Text of the processing step. */
export function ProcessingText({ intent }: { intent: Intent }) {
  const { method, amount, from } = intent.draft
  return method === 'internal_transfer' ? (
    <>
      <output className="block">
        {t('Asking for {amount}. This takes a moment.', { amount: amountText(amount) })}
      </output>
      <p className="text-muted">{t('From: {from}', { from })}</p>
    </>
  ) : (
    <output className="block">
      {t('Adding {amount} to your wallet. This takes a moment.', { amount: amountText(amount) })}
    </output>
  )
}
