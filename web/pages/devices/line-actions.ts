import type { Device } from '../../../api/contract/devices.ts'
import { UNFAMILIAR } from '../../../api/contract/open.ts'
import type { LineAction } from './changes.ts'
import { t } from '../../texts/texts.ts'

/** The carrier actions available for a device's status; none while another one is pending. */
export const lineActionsOf = ({ status, pending }: Pick<Device, 'status' | 'pending'>): LineAction[] => {
  if (pending !== null) return []
  switch (status) {
    case 'active':
      return ['suspend']
    case 'suspended':
      return ['resume']
    case 'failed':
      return ['retry']
    case 'provisioning':
    case 'inactive':
    case UNFAMILIAR:
      return []
    default:
      return status satisfies never
  }
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
