import { ArrowDownToLine, ArrowUpFromLine, type LucideIcon, XCircle } from 'lucide-react'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Cents } from '../cents.tsx'
import type { PoolRef } from './actions.ts'
import type { PoolFlow } from './flow.ts'
import { usePoolNow } from './use-money.ts'
import { t } from '../../../texts/texts.ts'

/** Chooses what to do with a pool's money; each action continues with its own form or review. */
export function ManageStep({ flow, pool }: { flow: PoolFlow; pool: PoolRef }) {
  const held = usePoolNow(pool.id).pool
  const compose = (kind: 'add' | 'withdraw') =>
    flow.dispatch({ type: 'composed', draft: { kind, pool, amount: '' } })
  return (
    <div className="grid gap-4 pb-2">
      <Facts label={t('Pool')}>
        <Fact name={t('Pool')}>{pool.name}</Fact>
        {held !== null && (
          <>
            <Fact name={t('Value')}>
              <Cents cents={held.current_value_cents} />
            </Fact>
            <Fact name={t('Dividend cash in it')}>
              <Cents cents={held.cash_cents} />
            </Fact>
          </>
        )}
      </Facts>
      <div className="grid gap-3">
        <Way
          Icon={ArrowDownToLine}
          title={t('Add Money')}
          text={t('From your USD wallet into this pool.')}
          onChoose={() => compose('add')}
        />
        <Way
          Icon={ArrowUpFromLine}
          title={t('Withdraw')}
          text={t('From this pool into your USD wallet.')}
          onChoose={() => compose('withdraw')}
        />
        <Way
          Icon={XCircle}
          title={t('Close Pool')}
          text={t('Sell everything, move it into your USD wallet and end the pool.')}
          onChoose={() => {
            if (held !== null)
              flow.dispatch({
                type: 'reviewed',
                intent: {
                  action: { kind: 'close', pool, valueCents: held.current_value_cents },
                  key: crypto.randomUUID(),
                },
              })
          }}
        />
      </div>
    </div>
  )
}

function Way({
  Icon,
  title,
  text,
  onChoose,
}: {
  Icon: LucideIcon
  title: string
  text: string
  onChoose: () => void
}) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex items-center gap-4 rounded-control border border-control bg-surface px-4 py-3 text-start transition-colors duration-150 hover:bg-primary-soft"
    >
      <Icon className="size-5 shrink-0 text-primary" />
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-muted">{text}</span>
      </span>
    </button>
  )
}
