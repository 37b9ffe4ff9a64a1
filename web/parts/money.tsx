import { clsx } from 'clsx'
import type { Currency } from '../../api/contract/fields.ts'
import type { Unfamiliar } from '../../api/contract/open.ts'
import { formatMoney } from '../texts/money.ts'
import { fitted } from '../ui/fitted.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { t } from '../texts/texts.ts'

/**
 * What a movement means to the member, which its sign does not say: something was gained, spent, moved to
 * another place of their own (a stake, a pool), or lost.
 */
export type Meaning = 'gained' | 'spent' | 'moved' | 'lost'

const COLOURS: Readonly<Record<Meaning, string>> = {
  gained: 'text-credit',
  spent: 'text-ink',
  moved: 'text-muted',
  lost: 'text-debit',
}

const WORDS: Readonly<Record<'credit' | 'debit', Partial<Record<Meaning, string>>>> = {
  credit: { moved: t('Moved in: ') },
  debit: { moved: t('Moved out: '), lost: t('Lost: ') },
}

/**
 * An amount in tabular numerals. A movement (`direction`) has a sign, a colour by its meaning and, for those who see
 * neither, a word; a balance has none of these. A credit is gained and a debit is spent, unless `meaning` says
 * otherwise. Isolated, so that right-to-left text does not move the sign to the other end.
 */
export function Money({
  amount,
  currency,
  direction,
  meaning = direction === 'debit' ? 'spent' : 'gained',
  fit = false,
  className,
}: {
  /** Exact decimal in currency units; for a movement without its sign. */
  amount: string
  currency: Currency | Unfamiliar
  direction?: 'credit' | 'debit' | undefined
  meaning?: Meaning | undefined
  /** Shrinks where it would not fit; see `fitted`. */
  fit?: boolean | undefined
  className?: string
}) {
  const drawn = fit ? fitted : (text: string) => text
  const magnitude = amount.replace(/^-/, '')
  if (direction === undefined)
    return (
      <bdi translate="no" className={clsx('whitespace-nowrap tabular', className)}>
        {drawn(formatMoney(amount, currency))}
      </bdi>
    )
  const signed = direction === 'debit' ? `-${magnitude}` : magnitude
  return (
    <span className={clsx('font-semibold whitespace-nowrap tabular', COLOURS[meaning], className)}>
      <VisuallyHidden>
        {WORDS[direction][meaning] ?? (direction === 'debit' ? t('Out: ') : t('In: '))}
      </VisuallyHidden>
      <bdi translate="no">{drawn(formatMoney(signed, currency, { sign: 'always' }))}</bdi>
    </span>
  )
}
