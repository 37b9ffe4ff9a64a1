import { t } from '../../texts/texts.ts'
import { amountText } from './amount.ts'

/**
 * What the member authorizes by pressing `button`: the rules of ACH (Nacha, WEB debits) want these words before it. Who
 * has pressed it, when and from where is kept with the processor's order of the debit.
 */
export function DebitAuthorization({ amount, button }: { amount: string; button: string }) {
  return (
    <p className="text-sm text-muted">
      {t(
        'By choosing “{button}” I authorize Youtility to debit {amount} from this account by ACH, once, today or on the next business day. This authorization is kept with the deposit.',
        { button, amount: amountText(amount) },
      )}
    </p>
  )
}
