import { lazy } from 'react'
import type { Withdrawal } from '../../../../../api/contract/withdrawals.ts'
import type { FlowMember } from '../../../../flow/create-flow.ts'
import { FlowPlace, useFlow } from '../../../../flow/flow-place.tsx'
import { formatMoney } from '../../../../texts/money.ts'
import { t } from '../../../../texts/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import { isCancellable } from '../words.ts'
import { cancelFlowOf } from './flow.ts'

const CancelDialog = lazy(() => import('./cancel-dialog.tsx'))

/** The button that cancels a withdrawal, while it can be, and its dialog. */
export function CancelWithdrawal({ member, withdrawal }: { member: FlowMember; withdrawal: Withdrawal }) {
  const handle = useFlow(cancelFlowOf(member))
  const { flow } = handle
  return (
    <>
      {isCancellable(withdrawal) && (
        <Button
          variant="danger"
          className="sm:justify-self-start"
          onClick={(event) =>
            handle.start(event.currentTarget, {
              type: 'reviewed',
              intent: { withdrawal, key: crypto.randomUUID() },
            })
          }
        >
          {t('Cancel Withdrawal')}
        </Button>
      )}
      <FlowPlace
        handle={handle}
        title={t('A cancellation was interrupted')}
        describe={({ withdrawal: stopped }) => formatMoney(stopped.amount_usd, 'USD')}
      >
        <CancelDialog flow={flow} />
      </FlowPlace>
    </>
  )
}
