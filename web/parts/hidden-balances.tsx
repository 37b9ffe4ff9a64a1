import { Eye, EyeOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Currency } from '../../api/contract/fields.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { type Meaning, Money } from './money.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

/** A preference of this device, not of a member: it says nothing about anybody and outlives sign-out. */
const ENTRY = 'youtility.hide-balances'

const stored = (): boolean => {
  try {
    return localStorage.getItem(ENTRY) !== null
  } catch {
    return false
  }
}

let hidden: boolean | undefined
const listeners = new Set<() => void>()
const isHidden = (): boolean => (hidden ??= stored())

const setHidden = (next: boolean): void => {
  hidden = next
  try {
    if (next) localStorage.setItem(ENTRY, '1')
    else localStorage.removeItem(ENTRY)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Whether amounts are to be covered, for use where others can look on. */
export const useHiddenBalances = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isHidden)

export function HideBalancesToggle() {
  const covered = useHiddenBalances()
  const Icon = covered ? EyeOff : Eye
  return (
    <IconButton
      label={covered ? 'Show balances' : 'Hide balances'}
      icon={<Icon aria-hidden="true" className="size-5" />}
      onClick={() => setHidden(!covered)}
    />
  )
}

/** An amount that can be covered. */
export function Amount({
  amount,
  currency,
  direction,
  meaning,
}: {
  amount: string
  currency: Currency
  direction?: 'credit' | 'debit' | undefined
  meaning?: Meaning | undefined
}) {
  const covered = useHiddenBalances()
  if (!covered) return <Money amount={amount} currency={currency} direction={direction} meaning={meaning} />
  return (
    <span>
      <span aria-hidden="true">••••</span>
      <VisuallyHidden>Hidden</VisuallyHidden>
    </span>
  )
}
