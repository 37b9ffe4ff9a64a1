import { clsx } from 'clsx'
import type { Currency } from '../../api/contract/fields.ts'
import { formatMoney } from './money-format.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * An amount in tabular numerals. As a movement (`direction`) it carries a sign, a colour and, for those
 * who see neither, a word; as a balance it carries none of them.
 */
export function Money({
  amount,
  currency,
  direction,
  className,
}: {
  /** Exact decimal in currency units; for a movement without its sign. */
  amount: string
  currency: Currency
  direction?: 'credit' | 'debit' | undefined
  className?: string
}) {
  const magnitude = amount.replace(/^-/, '')
  if (direction === undefined)
    return (
      <span className={clsx('whitespace-nowrap tabular', className)}>{formatMoney(amount, currency)}</span>
    )
  const signed = direction === 'debit' ? `-${magnitude}` : magnitude
  return (
    <span
      className={clsx(
        'font-semibold whitespace-nowrap tabular',
        direction === 'debit' ? 'text-debit' : 'text-credit',
        className,
      )}
    >
      <VisuallyHidden>{direction === 'debit' ? 'Out: ' : 'In: '}</VisuallyHidden>
      {formatMoney(signed, currency, { sign: 'always' })}
    </span>
  )
}
