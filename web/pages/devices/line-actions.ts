import type { Device } from '../../../api/contract/devices.ts'
import type { LineAction } from './changes.ts'
import { t } from '../../texts/texts.ts'

const ACTION_IN: Readonly<Record<Device['status'], LineAction | null>> = {
  active: 'suspend',
  suspended: 'resume',
  failed: 'retry',
  provisioning: null,
  inactive: null,
  unfamiliar: null,
}

/** The carrier actions available for a device's status; none while another one is pending. */
export const lineActionsOf = ({ status, pending }: Pick<Device, 'status' | 'pending'>): LineAction[] => {
  const action = ACTION_IN[status]
  return pending !== null || action === null ? [] : [action]
}

export const LINE_LABELS: Readonly<Record<LineAction, string>> = {
  suspend: t('Suspend'),
  resume: t('Resume'),
  retry: t('Retry activation'),
}

/** Message once the carrier has accepted the action. */
export const lineDone = (action: LineAction, name: string): string => {
  switch (action) {
    case 'suspend':
      return t('{name} is being suspended.', { name })
    case 'resume':
      return t('{name} is being resumed.', { name })
    case 'retry':
      return t('{name} was ordered again. Network activation takes 2-5 minutes.', { name })
    default:
      return action satisfies never
  }
}
