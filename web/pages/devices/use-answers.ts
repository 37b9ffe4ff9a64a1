import { useState } from 'react'
import type { Insight } from '../../../api/contract/device-usage.ts'
import type { PlanType, Device } from '../../../api/contract/devices.ts'
import { UNFAMILIAR } from '../../../api/contract/open.ts'
import { refreshOutdated } from '../../data/watched.ts'
import { applyInsight, dismissInsight } from './changes.ts'
import type { InsightActions } from './insights.tsx'
import { type Tell, tellOutcome } from './outcome-banner.tsx'
import type { Dialogs } from './dialog-kinds.ts'
import { t } from '../../texts/texts.ts'

const FAILED = t('The recommendation could not be answered')

/** Handles Apply Now and Dismiss. Changing a plan and suspending a device open a dialog; the rest is done at once. */
export const useAnswers = (
  devices: readonly Device[] | null,
  { open }: Dialogs,
  tell: Tell,
): InsightActions => {
  const [answering, setAnswering] = useState<string | null>(null)

  const answer = async ({ id }: Insight, give: (id: string) => Promise<string>) => {
    if (answering !== null) return
    setAnswering(id)
    await tellOutcome(tell, FAILED, () => give(id))
    setAnswering(null)
  }

  const choosePlan = (insight: Insight, suggested: PlanType, from: HTMLElement) => {
    const device = devices?.find(({ id }) => id === insight.device_id)
    if (device !== undefined) return open({ kind: 'plan', device, suggested }, from)
    tell({
      tone: 'debit',
      title: FAILED,
      detail: t('{deviceLabel} is not among your devices any more.', { deviceLabel: insight.device_label }),
    })
    refreshOutdated()
  }

  return {
    answering,
    onDismiss: (insight) => void answer(insight, dismissInsight),
    onApply: (insight, from) => {
      const { action } = insight
      switch (action.kind) {
        case 'change_plan':
          if (action.plan_type === UNFAMILIAR) return open({ kind: 'apply', insight }, from)
          return choosePlan(insight, action.plan_type, from)
        case 'suspend_device':
          return open({ kind: 'apply', insight }, from)
        case 'enable_alerts':
        case 'disable_hotspot':
        case 'note':
        case UNFAMILIAR:
          return void answer(insight, applyInsight)
        default:
          return action satisfies never
      }
    },
  }
}
