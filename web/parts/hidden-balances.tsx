import { Eye, EyeOff } from 'lucide-react'
import type { Currency } from '../../api/contract/fields.ts'
import type { Unfamiliar } from '../../api/contract/open.ts'
import { deviceEntry } from '../data/device-entry.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { type Meaning, Money } from './money.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { t } from '../texts/texts.ts'

const hidden = deviceEntry(
  'youtility.hide-balances',
  (text) => text !== null,
  (isHidden) => (isHidden ? '1' : null),
)

/** Whether amounts are hidden, for use where others can see the screen. */
export const useHiddenBalances = hidden.use

export function HideBalancesToggle() {
  const covered = useHiddenBalances()
  const Icon = covered ? EyeOff : Eye
  return (
    <IconButton
      label={covered ? t('Show balances') : t('Hide balances')}
      icon={<Icon />}
      onClick={() => hidden.set(!covered)}
    />
  )
}

/** An amount that can be hidden. */
export function Amount({
  amount,
  currency,
  direction,
  meaning,
  fit,
}: {
  amount: string
  currency: Currency | Unfamiliar
  direction?: 'credit' | 'debit' | undefined
  meaning?: Meaning | undefined
  /** Shrinks where it would not fit. */
  fit?: boolean
}) {
  const covered = useHiddenBalances()
  if (!covered)
    return <Money amount={amount} currency={currency} direction={direction} meaning={meaning} fit={fit} />
  return (
    <span>
      <span aria-hidden="true">••••</span>
      <VisuallyHidden>{t('Hidden')}</VisuallyHidden>
    </span>
  )
}
